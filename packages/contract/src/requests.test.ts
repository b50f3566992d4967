import { expect, test } from 'vitest'
import { OPERATIONS } from './operations.ts'
import { checkBody, checkDocument, checkParameters } from './requests.ts'

const operation = (id: string) => OPERATIONS.find((one) => one.id === id)!
const places = (findings: readonly { pointer: string; rule: string }[]) =>
  findings.map((finding) => `${finding.pointer} ${finding.rule}`).sort()

test('a body of the published shape has no finding and gets its defaults in place', () => {
  const body = { query: 'signing key' }
  expect(checkBody(operation('search'), body)).toEqual([])
  expect(body).toEqual({ query: 'signing key', limit: 10 })
})

test('a source manifest gets every default of its family, nested ones included', () => {
  const body = {}
  expect(checkBody(operation('putSource'), body)).toEqual([])
  expect(body).toEqual({
    display_name: '',
    kinds: [],
    capabilities: {
      search: false,
      exact_get: false,
      delta_sync: false,
      live_query: false,
      graph_edges: false,
    },
    freshness_typical_ms: 0,
    cost_class: 'negligible',
  })
})

test('each problem of a body is found once, where it is', () => {
  const body = {
    query: '',
    limit: 0,
    qurey: 1,
    hydrate: 3,
    lanes: ['Bm25', 'Bm25', 'X'],
    filter: {
      and: [{ nope: 1 }, { created_at: { gte: '2023-02-30T00:00:00Z' } }, { tags: [1, 'a'] }],
      not: {},
    },
  }
  expect(places(checkBody(operation('search'), body))).toEqual(
    [
      '/query minLength',
      '/limit minimum',
      '/qurey additionalProperties',
      '/hydrate type',
      '/lanes uniqueItems',
      '/lanes/2 enum',
      '/filter/and/0/nope additionalProperties',
      '/filter/and/1/created_at/gte format',
      '/filter/and/2/tags/0 type',
      '/filter/not minProperties',
    ].sort(),
  )
})

test('a message names what was found, what was expected and a value that passes', () => {
  expect(checkBody(operation('search'), { query: 'a', limit: 0 })).toEqual([
    {
      pointer: '/limit',
      rule: 'minimum',
      message: 'found 0, expected a whole number from 1 to 100; this passes: 10',
    },
  ])
})

test('a missing member is pointed at by its own name', () => {
  expect(places(checkBody(operation('search'), {}))).toEqual(['/query required'])
})

test('a body that is no object is one finding about the whole', () => {
  for (const body of [[], null, 'x', 3])
    expect(places(checkBody(operation('search'), body))).toEqual([' type'])
})

test('a missing body and a body nobody asked for are findings', () => {
  expect(places(checkBody(operation('search'), undefined))).toEqual([' body'])
  expect(places(checkBody(operation('startRun'), {}))).toEqual([' body'])
  expect(checkBody(operation('startRun'), undefined)).toEqual([])
})

test('a query is counted in code points: 1,024 pass and 1,025 do not', () => {
  expect(checkBody(operation('search'), { query: '😀'.repeat(1024) })).toEqual([])
  expect(places(checkBody(operation('search'), { query: '😀'.repeat(1025) }))).toEqual(['/query maxLength'])
})

test('a query without a character that is not white space is refused', () => {
  expect(places(checkBody(operation('search'), { query: ' \t\n' }))).toEqual(['/query pattern'])
})

const nested = (depth: number): object => (depth === 1 ? { source: 'a' } : { not: nested(depth - 1) })
test('a filter may nest four deep and not five', () => {
  expect(checkBody(operation('search'), { query: 'a', filter: nested(4) })).toEqual([])
  expect(places(checkBody(operation('search'), { query: 'a', filter: nested(5) }))).toEqual([
    '/filter filter-bounds',
  ])
})

test('a filter may hold 32 conditions and not 33, wherever they stand', () => {
  const filter = (count: number) => ({
    or: [{ tags: Array.from({ length: count - 1 }, (_, n) => `t${n}`) }, { source: 'a' }],
  })
  expect(checkBody(operation('search'), { query: 'a', filter: filter(32) })).toEqual([])
  expect(places(checkBody(operation('search'), { query: 'a', filter: filter(33) }))).toEqual([
    '/filter filter-bounds',
  ])
})

test('a fact value may take 16,384 bytes of UTF-8 and not one more', () => {
  expect(checkBody(operation('putFact'), { value: 'é'.repeat(8192) })).toEqual([])
  expect(places(checkBody(operation('putFact'), { value: `${'é'.repeat(8192)}a` }))).toEqual([
    '/value x-bytes-max',
  ])
  expect(places(checkBody(operation('putFact'), { value: { a: 'x'.repeat(16_377) } }))).toEqual([
    '/value x-bytes-max',
  ])
})

test('a session state is any JSON value of at most 65,536 bytes', () => {
  for (const state of [null, 0, '', [], {}, 'x'.repeat(65_536)]) {
    expect(checkBody(operation('putSessionState'), state)).toEqual([])
  }
  expect(places(checkBody(operation('putSessionState'), 'x'.repeat(65_537)))).toEqual([' x-bytes-max'])
})

test('parameters are judged by name, path parameters and those of every operation included', () => {
  const given = {
    entity: '..',
    key: 'a\u0000',
    as_of: '2023-02-30',
    namespace: 'A B',
    consistency: 'maybe',
    foo: 1,
  }
  expect(places(checkParameters(operation('getFact'), given))).toEqual(
    [
      'entity pattern',
      'key pattern',
      'as_of format',
      'namespace pattern',
      'consistency enum',
      'foo additionalProperties',
    ].sort(),
  )
})

test('parameters get their defaults in place, and no tier that nobody asked for', () => {
  const given: Record<string, unknown> = { query: 'a' }
  expect(checkParameters(operation('searchByQuery'), given)).toEqual([])
  expect(given).toEqual({ query: 'a', limit: 10 })
})

test('a public operation takes no namespace and a write takes no contract', () => {
  expect(places(checkParameters(operation('health'), { namespace: 'a' }))).toEqual([
    'namespace additionalProperties',
  ])
  expect(places(checkParameters(operation('putFact'), { entity: 'a', key: 'b', contract: 'v1' }))).toEqual([
    'contract additionalProperties',
  ])
})

test('a document has a text or messages, never both and never neither', () => {
  expect(checkDocument({ id: 'a', text: 'b' })).toEqual([])
  expect(checkDocument({ id: 'a', messages: [{ speaker: 'Ada', text: 'b' }] })).toEqual([])
  expect(places(checkDocument({ id: 'a' }))).toEqual([' oneOf'])
  expect(places(checkDocument({ id: 'a', text: 'b', messages: [{ speaker: 'Ada', text: 'b' }] }))).toEqual([
    ' oneOf',
  ])
})

test('a slug part with a control character, a lone surrogate or only dots is refused', () => {
  for (const entity of ['.', '..', 'a\u0085', 'a\u007f', 'a\ud800', '']) {
    expect(checkParameters(operation('getFact'), { entity, key: 'k' }), JSON.stringify(entity)).toHaveLength(
      1,
    )
  }
  for (const entity of ['...', 'a/b', 'Zoë', '日本', ' a ', '%2e']) {
    expect(checkParameters(operation('getFact'), { entity, key: 'k' }), JSON.stringify(entity)).toEqual([])
  }
})

test('twenty thousand wrong members are refused with at most a hundred findings', () => {
  const filter = { and: Array.from({ length: 20_000 }, () => ({ nope: 1 })) }
  expect(checkBody(operation('search'), { query: 'x', filter })).toHaveLength(100)
})

test('no finding echoes more than 64 code points of what was sent', () => {
  const long = 'Ω'.repeat(5000)
  const findings = [
    ...checkBody(operation('search'), {
      query: long,
      [long]: 1,
      limit: long,
      filter: { [long]: long, kind: long },
    }),
    ...checkParameters(operation('listFacts'), { [long]: long, entity: long }),
    ...checkDocument({ id: long, text: '', tags: [long], [long]: {} }),
  ]
  expect(findings).toHaveLength(11)
  for (const { pointer, message } of findings) {
    expect([...pointer].filter((one) => one === 'Ω').length).toBeLessThanOrEqual(64)
    expect([...message].filter((one) => one === 'Ω').length).toBeLessThanOrEqual(64)
  }
})

test('what is echoed holds no control or invisible character and is well-formed', () => {
  const [finding] = checkBody(operation('search'), { query: 'a', hydrate: 'a\u0000\u202e\ud800"\n' })
  expect(finding!.message).toContain('found "a\\u{0}\\u{202e}')
  expect(finding!.message).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u)
})

test('members named like the prototype of an object are judged as members', () => {
  const body = JSON.parse('{"query":"a","__proto__":1,"constructor":2}')
  expect(places(checkBody(operation('search'), body))).toEqual([
    '/__proto__ additionalProperties',
    '/constructor additionalProperties',
  ])
  expect(places(checkDocument({ id: 'a', text: 'b', tags: ['__proto__', '__proto__'] }))).toEqual([
    '/tags uniqueItems',
  ])
})

test('every operation has a validator for its parameters, and for its body where it takes one', () => {
  for (const one of OPERATIONS) {
    const path = Object.fromEntries(
      one.parameters
        .filter((parameter) => parameter.required)
        .map(({ name, example, schema }) => [
          name,
          example ?? (schema.examples as unknown[])?.[0] ?? ['1:0'],
        ]),
    )
    expect(checkParameters(one, path), one.id).toEqual([])
    if (one.body !== undefined) expect(checkBody(one, structuredClone(one.bodyExample)), one.id).toEqual([])
  }
})

test('an embedding is 8 to 1536 finite numbers that have a direction', () => {
  const numbers = (length: number, value = 0.5) => Array(length).fill(value)
  const judged = (embedding: unknown) =>
    places([
      ...checkBody(operation('search'), { query: 'a', embedding }),
      ...checkDocument({ id: 'a', text: 'b', embedding }),
    ])
  const twice = (place: string) => [place, place]
  for (const good of [numbers(8), numbers(1536), [...numbers(7, 0), -1e-300], numbers(8, 1e308)])
    expect(judged(good)).toEqual([])
  expect(judged(numbers(7))).toEqual(twice('/embedding minItems'))
  expect(judged(numbers(1537))).toEqual(twice('/embedding maxItems'))
  expect(judged(numbers(8, 0))).toEqual(twice('/embedding no_direction'))
  expect(judged('0.5')).toEqual(twice('/embedding type'))
  for (const bad of [null, '1', Number.POSITIVE_INFINITY, Number.NaN])
    expect(judged([...numbers(8), bad])).toEqual(twice('/embedding/8 type'))
  expect(checkBody(operation('retrieve'), { query: 'a', embedding: numbers(8, 0) })[0]!.message).toBe(
    'found 8 zeros, expected at least one number that is not 0; this passes: [0.12,-0.34,0.56,0.08,-0.21,0.43,-0.05,0.3]',
  )
})

test('an address has no room for an embedding', () => {
  expect(places(checkParameters(operation('searchByQuery'), { query: 'a', embedding: '1' }))).toEqual([
    'embedding additionalProperties',
  ])
})
