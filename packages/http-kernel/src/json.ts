import { LIMITS } from '@cairn/contract/limits'
import { Problem } from './problem.ts'

/**
 * The value of a JSON text. Objects have null prototypes, so that a `__proto__` member is a member like any other; of a repeated
 * member the last counts. Throws a Problem: `malformed_json`, `malformed_unicode` for a lone surrogate, also one written as an
 * escape, `invalid_body` past 32 levels, which are counted before anything recurses.
 */
export function parseJson(text: string): unknown {
  if (isTooDeep(text))
    throw new Problem('invalid_body', `JSON nests at most ${LIMITS.jsonDepthMax} levels here.`, {
      errors: [{ pointer: '', rule: 'jsonDepthMax', message: `at most ${LIMITS.jsonDepthMax} levels` }],
    })
  const value = parse(text)
  settle(value)
  return value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Problem('malformed_json', 'The text is no JSON as RFC 8259 defines it.')
  }
}

/** Walks a fresh value: every string is whole, every object loses its prototype. A reviver does the same ten times slower. */
function settle(root: unknown): void {
  const open: unknown[] = [root]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value === 'string') expectWellFormed(value)
    else if (Array.isArray(value)) for (const item of value) pushOrCheck(open, item)
    else if (typeof value === 'object' && value !== null) {
      Object.setPrototypeOf(value, null)
      for (const [name, member] of Object.entries(value)) {
        expectWellFormed(name)
        pushOrCheck(open, member)
      }
    }
  }
}

function pushOrCheck(open: unknown[], value: unknown): void {
  if (typeof value === 'string') expectWellFormed(value)
  else if (typeof value === 'object' && value !== null) open.push(value)
}

function expectWellFormed(text: string): void {
  if (text.isWellFormed()) return
  throw new Problem('malformed_unicode', 'A string holds half of a surrogate pair, which is no character.')
}

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Counts open brackets outside strings; on text that is no JSON the count may be wrong, and the parser refuses it next. */
function isTooDeep(text: string): boolean {
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit === QUOTE) i = endOfString(text, i)
    else if (unit === 0x7b || unit === 0x5b) {
      if (++depth > LIMITS.jsonDepthMax) return true
    } else if (unit === 0x7d || unit === 0x5d) depth--
  }
  return false
}

function endOfString(text: string, open: number): number {
  let i = open + 1
  while (i < text.length && text.charCodeAt(i) !== QUOTE) i += text.charCodeAt(i) === BACKSLASH ? 2 : 1
  return i
}
