import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, test } from 'vitest'
import { ANSWER_EXAMPLES } from '../src/answer-examples.ts'
import { type ContextShape, decodeContext } from '../src/context.ts'
import { contractRules, type Rule } from '../src/contract-rules.ts'
import { valueAt } from '../src/json-pointer.ts'
import { negotiate } from '../src/negotiation.ts'
import { parseResearch } from '../src/research.ts'
import { validateCrcV1 } from '../src/validate.ts'
import { CONTRACT_VERSION } from '../src/version.ts'
import { validAnswers } from '../test/valid-answers.ts'
import type * as Frozen from './frozen-entry.ts'
import type { Vector } from './vectors/vector.ts'

const released = join(import.meta.dirname, '../released')
const versions = readdirSync(released).filter((name) => /^\d/.test(name))
const vectors = (name: string): Vector[] =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../fixtures/vectors', name), 'utf8'))
/** Versions of which a valid document must still be valid. */
const sameMajor = versions.filter((version) => version.split('.')[0] === CONTRACT_VERSION.split('.')[0])

test('the version of this package is among the frozen ones', () => {
  expect(versions).toContain(CONTRACT_VERSION)
})

test.each(versions)('%s has the bytes it was released with', (version) => {
  const folder = join(released, version)
  const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trim().split('\n')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.js(?:on)?$/.test(name),
  )
  expect(sums.map((line) => line.slice(66))).toEqual(files.sort())
  for (const line of sums) {
    const bytes = readFileSync(join(folder, line.slice(66)))
    expect(`${createHash('sha256').update(bytes).digest('hex')}  ${line.slice(66)}`).toBe(line)
  }
})

describe.each(sameMajor)('what %s promised still holds', async (version) => {
  const frozen: typeof Frozen = await import(join(released, version, 'contract.js'))
  const rules: Omit<Rule, 'check'>[] = JSON.parse(readFileSync(join(released, version, 'rules.json'), 'utf8'))

  test('the vendored schemas are the same, byte for byte', () => {
    for (const name of ['crc-v1.schema.json', 'hux-citation.schema.json'])
      expect(readFileSync(join(released, version, 'schemas', name), 'utf8')).toBe(
        readFileSync(join(import.meta.dirname, '../schemas', name), 'utf8'),
      )
  })

  test('every rule is still there, by the same authority, and no SHOULD became a MUST', () => {
    for (const { id, authority, severity } of rules) {
      const now = contractRules.find((rule) => rule.id === id)
      expect(now?.authority, id).toBe(authority)
      if (severity === 'SHOULD') expect(now?.severity, id).toBe('SHOULD')
    }
  })

  test('every answer among the vectors that was valid is valid', () => {
    for (const { name, document, strict, tokenizer } of vectors('crc-v1.json')) {
      const options = { strict: strict === true, ...(tokenizer ? { countTokens } : {}) }
      expect(keeps(frozen.validateCrcV1(document, options), validateCrcV1(document, options)), name).toBe(
        true,
      )
    }
  })

  test('every generated answer, and every answer with one place changed to anything, is valid if it was', () => {
    const changed = fc
      .tuple(fc.constantFrom(...Object.values(ANSWER_EXAMPLES)), fc.nat(), fc.jsonValue())
      .map(changedAt)
    fc.assert(
      fc.property(fc.oneof(validAnswers, changed), (document) => {
        expect(keeps(frozen.validateCrcV1(document), validateCrcV1(document))).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  test('every research document and context text that was accepted is, and means the same', () => {
    for (const { name, document } of vectors('research.json')) {
      const before = frozen.parseResearch(document)
      if (before.ok) expect(parseResearch(document), name).toEqual(before)
    }
    for (const { name, shape, source } of vectors('context.json')) {
      const before = frozen.decodeContext(shape as ContextShape, source!)
      if (before.ok) expect(decodeContext(shape as ContextShape, source!), name).toEqual(before)
    }
  })

  test('every spelling negotiates the shape it did', () => {
    for (const { name, document } of vectors('negotiation.json')) {
      const asked = document as Parameters<typeof negotiate>[0]
      expect(negotiate(asked), name).toBe(frozen.negotiate(asked))
    }
  })

  test('the frozen judge agrees with the vectors', async () => {
    for (const { name, verdict, document, sort } of vectors('receipts.json'))
      if (sort === 'receipt') {
        const { receipt, keys } = document as { receipt: string; keys: [] }
        expect((await frozen.verifyReceipt(receipt, keys)).ok, name).toBe(verdict === 'pass')
      }
    const isDecoded = ({ shape, source }: Vector) => frozen.decodeContext(shape as ContextShape, source!).ok
    for (const vector of vectors('context.json'))
      expect(isDecoded(vector), vector.name).toBe(vector.verdict === 'pass')
  })
})

type Verdict = Pick<ReturnType<typeof validateCrcV1>, 'conformant' | 'cairn'>
const keeps = (before: Verdict, now: Verdict): boolean =>
  (!before.conformant || now.conformant) && (!before.cairn || now.cairn)

function changedAt([answer, at, value]: [object, number, unknown]): unknown {
  const document = structuredClone(answer)
  const places = pathsOf(document)
  const steps = places[at % places.length]!
  ;(valueAt(document, steps.slice(0, -1)) as Record<string, unknown>)[steps.at(-1)!] = value
  return document
}

function pathsOf(value: unknown, steps: readonly string[] = []): (readonly string[])[] {
  const inside = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return [
    ...(steps.length > 0 ? [steps] : []),
    ...inside.flatMap(([name, member]) => pathsOf(member, [...steps, name])),
  ]
}
