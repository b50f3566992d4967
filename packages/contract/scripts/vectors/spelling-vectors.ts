import { canonical } from '../../src/canonical.ts'
import { parseFactSlug, slugPart } from '../../src/slug.ts'
import { utcTimestamp } from '../../src/utc-timestamp.ts'
import type { Vector } from './vector.ts'

const TEXTS = [
  '{"b":1,"a":2}',
  '{"a":2,"b":1}',
  '{ "a" : 1 }',
  '[1.0,1e0,0.10,-0,1E21,1e-7,123456789012345678]',
  '[1,1,0.1,0,1e+21,1e-7,123456789012345680]',
  '"\\u00e9\\u20ac\\ud83d\\ude00"',
  '"é€😀"',
  '"\\u0001\\b\\t\\n\\f\\r\\"\\\\\\/"',
  '"\\u0001\\b\\t\\n\\f\\r\\"\\\\/"',
  '{"\\u20ac":1,"\\r":2,"\\ufb33":3,"1":4,"\\ud83d\\ude00":5,"\\u0080":6,"\\u00f6":7}',
  '{"a":{"d":[],"c":{}},"A":null}',
  '{"A":null,"a":{"c":{},"d":[]}}',
  '[true,false,null]',
  '[]',
  '{}',
  '""',
  '0',
  ' 0',
]

/** RFC 8785: which texts are canonical already, and the canonical text of each. */
export function canonicalVectors(): Vector[] {
  const told = TEXTS.map((source): Vector => {
    const text = canonical(JSON.parse(source))
    return {
      name: source,
      why: 'Canonical JSON has no white space, members sorted by UTF-16 code units, numbers and escapes as ECMAScript writes them.',
      source,
      verdict: text === source ? 'pass' : 'fail',
      rule: 'is-canonical',
      canonical: text,
    }
  })
  const lone = {
    why: 'Canonical JSON has no lone surrogates.',
    verdict: 'fail',
    rule: 'well-formed',
    canonical: null,
  } as const
  return [
    ...told,
    { name: 'a pair of surrogates', ...lone, source: '"\\ud83d\\ude00"', verdict: 'pass', canonical: '"😀"' },
    { name: 'a lone high surrogate', ...lone, source: '"\\ud83d"' },
    { name: 'a lone low surrogate in a name', ...lone, source: '{"\\ude00":1}' },
  ]
}

const INSTANTS = [
  '2026-11-30T09:30:00Z',
  '2026-11-30t09:30:00z',
  '2026-11-30T09:30:00.2500Z',
  '2026-11-30T09:30:00.000000123+00:00',
  '2026-11-30T09:30:00.0-00:00',
  '2026-11-30T00:30:00+01:00',
  '2026-12-31T23:30:00-01:00',
  '2024-02-29T00:00:00Z',
  '2016-12-31T23:59:60Z',
  '2017-01-01T00:59:60+01:00',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '',
  '2026-11-30',
  '2026-11-30T09:30:00',
  '2026-11-30T09:30Z',
  '2026-11-30 09:30:00Z',
  '2026-11-30T09:30:00.Z',
  '2026-11-30T09:30:00,5Z',
  '2026-11-30T24:00:00Z',
  '2026-11-30T09:60:00Z',
  '2026-11-30T09:30:61Z',
  '2026-11-30T09:30:60Z',
  '2026-11-30T09:30:00+24:00',
  '2026-11-30T09:30:00+0100',
  '2026-02-29T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-00-01T00:00:00Z',
  '2026-01-00T00:00:00Z',
  '9999-12-31T23:59:59-00:01',
  ' 2026-11-30T09:30:00Z',
  '２０２６-11-30T09:30:00Z',
]

/** RFC 3339 date-times that exist, and their one spelling in UTC. */
export function timestampVectors(): Vector[] {
  return INSTANTS.map((document) => {
    const normal = utcTimestamp(document)
    const verdict = normal === null ? 'fail' : 'pass'
    const why =
      'A timestamp is an RFC 3339 date-time that exists; a leap second is the first moment after it.'
    return { name: JSON.stringify(document), why, document, verdict, rule: 'timestamp', normal }
  })
}

const PARTS = [
  'acme',
  'Acme Inc.',
  'a/b',
  '...',
  'é',
  'e\u0301',
  '鍵',
  '%',
  'a\u00a0b',
  'x'.repeat(200),
  '😀'.repeat(200),
]
const NO_PARTS = ['', '.', '..', 'a\u0000b', 'a\nb', 'a\u007fb', 'x'.repeat(201), '😀'.repeat(201)]
const SLUGS = [
  'acme/works_at',
  'a%2Fb/x%20y',
  '%C3%A9/%25',
  'e%CC%81/k',
  '%E9%8D%B5/k',
  'acme',
  'acme/works/at',
  '/works_at',
  'acme/',
  './k',
  '%2e%2E/k',
  'a/%00',
  'a/%ff',
  'a/%',
  '',
]

/** The parts of a fact's name, and the slugs that join them. */
export function slugVectors(): Vector[] {
  const parts = [...PARTS, ...NO_PARTS].map((document): Vector => {
    const normal = slugPart(document)
    const why = 'An entity or key is 1 to 200 code points, NFC, no control characters, not `.` or `..`.'
    return {
      name: `part ${JSON.stringify(document).slice(0, 24)} ${document.length}`,
      why,
      document,
      verdict: normal === null ? 'fail' : 'pass',
      rule: 'slug-part',
      normal,
    }
  })
  const slugs = SLUGS.map((document): Vector => {
    const normal = parseFactSlug(document)
    const why = 'A slug is an entity and a key, each percent-encoded, with one slash between them.'
    return {
      name: `slug ${JSON.stringify(document)}`,
      why,
      document,
      verdict: normal === null ? 'fail' : 'pass',
      rule: 'fact-slug',
      normal,
    }
  })
  return [...parts, ...slugs]
}
