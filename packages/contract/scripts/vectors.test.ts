import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Schema, Validator } from '@cfworker/json-schema'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, test } from 'vitest'
import { canonical } from '../src/canonical.ts'
import {
  type ContextShape,
  type ContextShapes,
  checkContext,
  decodeContext,
  encodeContext,
} from '../src/context.ts'
import { contractRules } from '../src/contract-rules.ts'
import { type Ageing, freshness } from '../src/freshness.ts'
import { negotiate } from '../src/negotiation.ts'
import { checkpointConsistency, receiptInLog, verifyCheckpoint, verifyReceipt } from '../src/receipts.ts'
import { citationReasons, parseResearch, statusFindings } from '../src/research.ts'
import { parseFactSlug, slugPart } from '../src/slug.ts'
import { utcTimestamp } from '../src/utc-timestamp.ts'
import { validateCrcV1 } from '../src/validate.ts'
import { readSchema } from './schema-files.ts'
import { type Vector, vectorFile } from './vectors/vector.ts'
import { vectorFiles } from './vectors/vector-files.ts'

const folder = join(import.meta.dirname, '../../../fixtures/vectors')
const textOf = (name: string) => readFileSync(join(folder, name), 'utf8')
const read = (name: string): Vector[] => JSON.parse(textOf(name))
const FILES = [
  'crc-v1.json',
  'research.json',
  'notebook-status.json',
  'quotations.json',
  'context.json',
  'negotiation.json',
  'receipts.json',
  'canonical.json',
  'timestamps.json',
  'slugs.json',
  'freshness.json',
]
const rows = (name: string) => read(name).map((vector) => [vector.name, vector] as const)

test('every file is, byte for byte, what the generator gives', async () => {
  const files = await vectorFiles()
  expect([...files.keys()]).toEqual(FILES)
  for (const [name, vectors] of files)
    expect(vectorFile(vectors) === textOf(name), `${name} is stale: run vectors`).toBe(true)
})

test('there are at least three hundred vectors, each with a name of its own and a reason', () => {
  const all = FILES.flatMap((file) => read(file).map((vector) => ({ file, ...vector })))
  expect(all.length).toBeGreaterThanOrEqual(300)
  expect(new Set(all.map(({ file, name }) => `${file} ${name}`)).size).toBe(all.length)
  for (const { name, why, rule } of all)
    expect([why.length > 10, rule.length > 2], name).toEqual([true, true])
})

test.each(FILES.filter((file) => file !== 'negotiation.json'))(
  'each rule in %s is obeyed by one vector and broken by another',
  (file) => {
    const rulesOf = (verdict: string) =>
      new Set(read(file).flatMap((vector) => (vector.verdict === verdict ? [vector.rule] : [])))
    for (const rule of rulesOf('fail')) expect(rulesOf('pass'), rule).toContain(rule)
    if (file === 'crc-v1.json')
      expect([...rulesOf('fail')].sort()).toEqual(contractRules.map(({ id }) => id).sort())
  },
)

describe('crc-v1.json', () => {
  test.each(rows('crc-v1.json'))(
    '%s',
    (_, { document, verdict, rule, at, strict, tokenizer, conformant, cairn }) => {
      const said = validateCrcV1(document, { strict: strict === true, ...(tokenizer ? { countTokens } : {}) })
      expect({ conformant: said.conformant, cairn: said.cairn }).toEqual({ conformant, cairn })
      const places = said.findings.filter((finding) => finding.rule === rule).map(({ pointer }) => pointer)
      expect(places).toEqual(verdict === 'fail' ? [at] : [])
      if (verdict === 'pass' && rule === 'contract') expect(said.conformant).toBe(true)
      if (verdict === 'fail') expect(said.findings).toHaveLength(1)
    },
  )
})

describe('research.json', () => {
  test.each(rows('research.json'))('%s', (_, { document, verdict, rule, at, normal }) => {
    const parsed = parseResearch(document)
    if (verdict === 'pass') expect(parsed.ok && parsed.document).toEqual(normal)
    else expect(parsed.ok || parsed.findings.map((one) => [one.pointer, one.rule])).toEqual([[at, rule]])
  })
})

describe('notebook-status.json', () => {
  test.each(rows('notebook-status.json'))('%s', (_, { document, verdict, rule, at }) => {
    const { before, after, citations } = document as Record<string, never>
    const found = statusFindings(before ?? null, after as never, citations as never)
    expect(found.map((one) => [one.pointer, one.rule])).toEqual(verdict === 'pass' ? [] : [[at, rule]])
  })
})

describe('quotations.json', () => {
  test.each(rows('quotations.json'))('%s', (_, { document, verdict, rule }) => {
    const { claim, passages } = document as { claim: string; passages: string[] }
    const stored = passages.map((text, n) => ({ id: `p${n}`, text }))
    const citation = { claim, passage_ids: stored.map(({ id }) => id) }
    expect(citationReasons(citation as never, stored as never)).toEqual(verdict === 'pass' ? [] : [rule])
  })
})

describe('context.json', () => {
  test.each(rows('context.json'))(
    '%s',
    (_, { shape, source, verdict, rule, at, message, canonical: text }) => {
      const decoded = decodeContext(shape as ContextShape, source!)
      expect(decoded.ok).toBe(verdict === 'pass')
      if (decoded.ok) {
        const value = decoded.value as ContextShapes[ContextShape]
        expect(encodeContext(shape as ContextShape, value)).toBe(text)
        expect(checkContext(shape as ContextShape, value)).toEqual([])
      } else {
        expect(decoded.findings[0]).toMatchObject({ pointer: at, rule })
        if (message !== undefined) expect(decoded.findings.map((one) => one.message)).toEqual([message])
      }
    },
  )
})

describe('negotiation.json', () => {
  test.each(rows('negotiation.json'))('%s', (_, { document, verdict }) => {
    expect(negotiate(document as Parameters<typeof negotiate>[0])).toBe(verdict)
  })
})

describe('receipts.json', () => {
  const verify = (sort: unknown, given: Record<string, never>) => {
    if (sort === 'receipt') return verifyReceipt(given.receipt!, given.keys!)
    if (sort === 'checkpoint') return verifyCheckpoint(given.checkpoint!, given.keys!)
    return sort === 'inclusion' ? receiptInLog(given as never) : checkpointConsistency(given as never)
  }
  test.each(rows('receipts.json'))('%s', async (_, { sort, document, verdict, rule }) => {
    const verified = await verify(sort, document as Record<string, never>)
    expect(verified.ok ? 'pass' : verified.code).toBe(verdict === 'pass' ? 'pass' : rule)
  })
})

describe('canonical.json', () => {
  /** RFC 8785 said another way: JSON.stringify with the members of every object put in order first. */
  const sorted = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(sorted)
    return `@{${Object.keys(value)
      .sort()
      .map((name) => `${JSON.stringify(name)}:${written((value as Record<string, unknown>)[name])}`)
      .join(',')}}`
  }
  const written = (value: unknown): string => {
    const told = sorted(value)
    if (Array.isArray(told)) return `[${(value as unknown[]).map(written).join(',')}]`
    return typeof value === 'object' && value !== null ? String(told).slice(1) : JSON.stringify(told)
  }
  test.each(rows('canonical.json'))('%s', (_, { source, verdict, rule, canonical: expected }) => {
    const value = JSON.parse(source!)
    if (expected === null) expect(() => canonical(value)).toThrow(TypeError)
    else {
      expect(canonical(value)).toBe(expected)
      expect(written(value)).toBe(expected)
    }
    expect(rule === 'well-formed' ? expected !== null : source === expected).toBe(verdict === 'pass')
  })
})

describe('timestamps.json', () => {
  test.each(rows('timestamps.json'))('%s', (_, { document, verdict, normal }) => {
    expect(utcTimestamp(document as string)).toBe(normal)
    expect(normal !== null).toBe(verdict === 'pass')
    const isOrdinary = verdict === 'pass' && !/:60|\.\d{4}/.test(document as string)
    if (isOrdinary) expect(Date.parse(normal as string)).toBe(Date.parse((document as string).toUpperCase()))
  })
})

describe('slugs.json', () => {
  test.each(rows('slugs.json'))('%s', (_, { document, rule, verdict, normal }) => {
    const read = rule === 'slug-part' ? slugPart : parseFactSlug
    expect(read(document as string)).toEqual(normal)
    expect(normal !== null).toBe(verdict === 'pass')
  })
})

describe('freshness.json', () => {
  test.each(rows('freshness.json'))('%s', (_, { document, verdict, freshness: expected }) => {
    const { fact, now, stated } = document as { fact: Ageing; now: number; stated: unknown }
    expect(freshness(fact, now)).toEqual(expected)
    expect(JSON.stringify(stated) === JSON.stringify(expected)).toBe(verdict === 'pass')
  })
})

describe('another validator says the same of the schemas', () => {
  const context = readSchema('context-routing.schema.json')
  const judges: Record<string, (vector: Vector) => Validator> = {
    'crc-v1.json': () => validator(readSchema('crc-v1.schema.json')),
    'research.json': () =>
      validator(readSchema('hux-citation.schema.json'), readSchema('common.schema.json')),
    'context.json': ({ shape }) => validator({ $defs: context.$defs, $ref: `#/$defs/${shape}` }),
  }
  test.each(Object.keys(judges))('%s', (file) => {
    const vectors = read(file).filter(({ schema }) => typeof schema === 'boolean')
    expect(vectors.length).toBeGreaterThan(80)
    for (const vector of vectors) {
      const document = vector.source === undefined ? vector.document : JSON.parse(vector.source)
      expect(judges[file]!(vector).validate(document).valid, vector.name).toBe(vector.schema)
    }
  })
  function validator(schema: object, also?: object): Validator {
    const judge = new Validator(schema as Schema, '2020-12')
    if (also !== undefined) judge.addSchema(also as Schema)
    return judge
  }
})
