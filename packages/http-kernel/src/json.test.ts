import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { decodeUtf8 } from './bounded-bytes.ts'
import { parseJson } from './json.ts'
import { Problem } from './problem.ts'

const codeOf = (text: string): string | null => {
  try {
    parseJson(text)
    return null
  } catch (error) {
    if (error instanceof Problem) return error.code
    throw error
  }
}
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

describe('parseJson', () => {
  it('reads 32 levels and refuses 33', () => {
    expect(codeOf(nested(32))).toBeNull()
    expect(codeOf(nested(33))).toBe('invalid_body')
    expect(codeOf(`${'{"a":'.repeat(33)}1${'}'.repeat(33)}`)).toBe('invalid_body')
  })

  it('refuses a million open brackets without recursing', () => {
    expect(codeOf('['.repeat(1_000_000))).toBe('invalid_body')
  })

  it('does not count brackets inside strings', () => {
    expect(codeOf(JSON.stringify('['.repeat(50)))).toBeNull()
    expect(codeOf(`["\\"${'['.repeat(50)}"]`)).toBeNull()
    expect(codeOf(`["\\\\",${nested(40)}]`)).toBe('invalid_body')
  })

  it.each([
    ['"\\ud800"'],
    ['"\\uDC00"'],
    ['["a\\udbff"]'],
    ['{"\\ud800":1}'],
    ['{"a":{"b":["\\udc00\\ud800"]}}'],
  ])('refuses the lone surrogate escape in %s', (text) => {
    expect(codeOf(text)).toBe('malformed_unicode')
  })

  it('takes an escaped surrogate pair, and an escaped backslash before u', () => {
    expect(parseJson('"\\ud83d\\ude00"')).toBe('😀')
    expect(parseJson('"\\\\ud800"')).toBe('\\ud800')
  })

  it('keeps NUL, which D1 stores and gives back', () => {
    expect(parseJson('"a\\u0000b"')).toBe('a\0b')
  })

  it('lets the last of a repeated member count', () => {
    expect({ ...(parseJson('{"a":1,"a":2}') as object) }).toEqual({ a: 2 })
  })

  it('treats __proto__ as a member like any other', () => {
    const value = parseJson('{"__proto__":{"admin":true},"x":{}}') as Record<string, object>
    expect(Object.getPrototypeOf(value)).toBeNull()
    expect(Object.getPrototypeOf(value.x)).toBeNull()
    expect((value.x as { admin?: boolean }).admin).toBeUndefined()
    expect(JSON.stringify(value)).toBe('{"__proto__":{"admin":true},"x":{}}')
  })
})

const SUITE = path.resolve(import.meta.dirname, '../../../../shared/suites/json-parsing/test_parsing')
const files = existsSync(SUITE) ? readdirSync(SUITE) : []
const judge = (name: string): string | null => {
  try {
    return codeOf(decodeUtf8(readFileSync(path.join(SUITE, name))))
  } catch (error) {
    if (error instanceof Problem) return error.code
    throw error
  }
}

describe.skipIf(files.length === 0)('the JSON parsing suite beside the checkout', () => {
  it.each(files.filter((name) => name.startsWith('n_')))('%s is refused', (name) => {
    expect(judge(name)).toMatch(/^(malformed_json|malformed_unicode|invalid_body)$/)
  })

  it.each(files.filter((name) => name.startsWith('y_')))('%s is read', (name) => {
    expect(judge(name)).toBeNull()
  })
})
