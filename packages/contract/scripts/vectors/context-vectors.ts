import fc from 'fast-check'
import {
  CONTEXT_SCHEMAS,
  type ContextShape,
  decodeContext,
  emptyContext,
  encodeContext,
} from '../../src/context.ts'
import { validators } from '../../src/generated/context.js'
import type { Vector } from './vector.ts'

const SHAPES = Object.keys(CONTEXT_SCHEMAS) as ContextShape[]
const EXAMPLES = {
  KnowledgeSourceManifestV1:
    '{"source_id":"handbook","display_name":"Handbook","kinds":["doc"],"capabilities":{"search":true,"exact_get":true,"delta_sync":false,"live_query":false,"graph_edges":true},"freshness_typical_ms":60000,"cost_class":"low"}',
  ContextCandidateV1:
    '{"candidate_id":"c1","task_id":"t1","source_id":"handbook","kind":"doc","relevance_milli":1000,"confidence_milli":0,"freshness_milli":500,"estimated_tokens":240,"content_hash":"anything at all"}',
  ContextBundleV1:
    '{"bundle_id":"b1","task_id":"t1","candidates":["c1"],"total_tokens":240,"coverage_milli":750,"strategy":"relevance_first"}',
  ContextReceiptV1:
    '{"receipt_id":"r1","task_id":"t1","bundle_id":"b1","budget_tokens":300,"materialized_tokens":300,"candidates_considered":4,"candidates_selected":4,"sources_used":["handbook"],"degraded_reasons":[]}',
} as const satisfies Record<ContextShape, string>

/** Context routing: texts of the four shapes, since spelling is what most rules are about. */
export function contextVectors(): Vector[] {
  return [...SHAPES.flatMap(ofShape), ...numbers(), ...accounting(), ...texts(), ...generated()]
}

function ofShape(shape: ContextShape): Vector[] {
  const source = EXAMPLES[shape]
  const members = Object.entries(JSON.parse(source) as Record<string, unknown>)
  const written = (changes: Record<string, unknown>) =>
    JSON.stringify({ ...Object.fromEntries(members), ...changes })
  return [
    pass(shape, 'an example', 'Every member is there, and nothing else.', source),
    pass(
      shape,
      'every member at its default',
      'Empty, zero, negligible, false: a default is valid.',
      encodeContext(shape, emptyContext(shape)),
    ),
    pass(
      shape,
      'members in another order',
      'The order of members says nothing.',
      JSON.stringify(Object.fromEntries(members.toReversed())),
    ),
    pass(
      shape,
      'white space',
      'White space between tokens says nothing.',
      JSON.stringify(JSON.parse(source), null, '\t'),
    ),
    ...members.map(([name]) =>
      fail(
        shape,
        `no ${name}`,
        'Every member is required.',
        written({ [name]: undefined }),
        'required',
        `/${name}`,
      ),
    ),
    ...members.map(([name]) =>
      fail(shape, `${name} is null`, 'No member is null.', written({ [name]: null }), 'type', `/${name}`),
    ),
    ...members.map(([name, value]) =>
      fail(
        shape,
        `${name} twice`,
        'A member occurs once.',
        `${source.slice(0, -1)},${JSON.stringify(name)}:${JSON.stringify(value)}}`,
        'duplicate-member',
        `/${name}`,
      ),
    ),
    fail(
      shape,
      'an unknown member',
      'Unknown members are refused.',
      written({ note: 'x' }),
      'additionalProperties',
      '/note',
    ),
    fail(shape, 'a list', 'A shape is an object.', `[${source}]`, 'type', ''),
    fail(shape, 'no JSON', 'The text is JSON.', source.slice(0, -1), 'json', ''),
    fail(shape, 'a trailing comma', 'The text is JSON.', `${source.slice(0, -1)},}`, 'json', ''),
    fail(shape, 'a byte order mark', 'The text is JSON.', `\ufeff${source}`, 'json', ''),
  ]
}

const SPELLINGS = [
  '500.0',
  '5e2',
  '5E2',
  '5e+2',
  '-1',
  '-0',
  '0.5',
  '9007199254740992',
  '18446744073709551615',
  '1e400',
]
const INTEGERS = [
  ['ContextCandidateV1', 'relevance_milli'],
  ['ContextCandidateV1', 'estimated_tokens'],
  ['ContextBundleV1', 'coverage_milli'],
  ['ContextBundleV1', 'total_tokens'],
  ['ContextReceiptV1', 'budget_tokens'],
  ['ContextReceiptV1', 'candidates_considered'],
  ['KnowledgeSourceManifestV1', 'freshness_typical_ms'],
] as const satisfies readonly (readonly [ContextShape, string])[]
const MILLIUNIT = 'milliunit must be between 0 and 1000'

function numbers(): Vector[] {
  const why =
    'Integers alone, as their digits, from 0 to 2^53 - 1: the text is judged, not what a number is worth.'
  const written = INTEGERS.flatMap(([shape, member]) =>
    SPELLINGS.map((spelling) =>
      fail(
        shape,
        `${member} written ${spelling}`,
        why,
        spelled(shape, member, spelling),
        'integer',
        `/${member}`,
      ),
    ),
  )
  const shares = (['relevance_milli', 'confidence_milli', 'freshness_milli'] as const).flatMap((member) => [
    pass(
      'ContextCandidateV1',
      `${member} is 0`,
      'A share is from 0.',
      spelled('ContextCandidateV1', member, '0'),
    ),
    pass(
      'ContextCandidateV1',
      `${member} is 1000`,
      'A share is at most 1000.',
      spelled('ContextCandidateV1', member, '1000'),
    ),
    fail(
      'ContextCandidateV1',
      `${member} is 1001`,
      'A share is at most 1000.',
      spelled('ContextCandidateV1', member, '1001'),
      'milliunit',
      `/${member}`,
      MILLIUNIT,
    ),
  ])
  return [
    ...written,
    ...shares,
    fail(
      'ContextBundleV1',
      'coverage_milli is 70000',
      'A share is at most 1000, also past 16 bits.',
      spelled('ContextBundleV1', 'coverage_milli', '70000'),
      'milliunit',
      '/coverage_milli',
      MILLIUNIT,
    ),
    pass(
      'ContextBundleV1',
      'total_tokens at its bound',
      'Tokens go up to 2^53 - 1.',
      spelled('ContextBundleV1', 'total_tokens', '9007199254740991'),
    ),
    pass(
      'ContextReceiptV1',
      'candidates_considered at its bound',
      'Counts go up to 2^32 - 1.',
      spelled('ContextReceiptV1', 'candidates_considered', '4294967295'),
    ),
    fail(
      'ContextReceiptV1',
      'candidates_considered past its bound',
      'Counts go up to 2^32 - 1.',
      spelled('ContextReceiptV1', 'candidates_considered', '4294967296'),
      'maximum',
      '/candidates_considered',
    ),
  ]
}

function accounting(): Vector[] {
  const shape = 'ContextReceiptV1'
  return [
    pass(
      shape,
      'tokens at the budget',
      'What was spent may be all of the budget.',
      spelled(shape, 'materialized_tokens', '300'),
    ),
    fail(
      shape,
      'tokens over the budget',
      'What was spent never exceeds the budget.',
      spelled(shape, 'materialized_tokens', '301'),
      'materialized_tokens-within',
      '/materialized_tokens',
      'materialized_tokens exceeds budget_tokens',
    ),
    pass(
      shape,
      'every candidate selected',
      'All that was considered may be selected.',
      spelled(shape, 'candidates_selected', '4'),
    ),
    fail(
      shape,
      'more selected than considered',
      'Only what was considered is selected.',
      spelled(shape, 'candidates_selected', '5'),
      'candidates_selected-within',
      '/candidates_selected',
      'candidates_selected exceeds candidates_considered',
    ),
  ]
}

function texts(): Vector[] {
  const manifest = 'KnowledgeSourceManifestV1'
  return [
    ...['negligible', 'low', 'medium', 'high'].map((name) =>
      pass(
        manifest,
        `cost class ${name}`,
        'There are four classes.',
        spelled(manifest, 'cost_class', JSON.stringify(name)),
      ),
    ),
    ...['Low', 'free', ''].map((name) =>
      fail(
        manifest,
        `cost class "${name}"`,
        'There are four classes, in lower case.',
        spelled(manifest, 'cost_class', JSON.stringify(name)),
        'enum',
        '/cost_class',
      ),
    ),
    fail(
      manifest,
      'a capability that is a number',
      'Capabilities are booleans.',
      spelled(
        manifest,
        'capabilities',
        '{"search":1,"exact_get":true,"delta_sync":true,"live_query":true,"graph_edges":true}',
      ),
      'type',
      '/capabilities/search',
    ),
    fail(
      manifest,
      'a capability missing',
      'Every capability is stated.',
      spelled(
        manifest,
        'capabilities',
        '{"search":true,"exact_get":true,"delta_sync":true,"live_query":true}',
      ),
      'required',
      '/capabilities/graph_edges',
    ),
    fail(
      manifest,
      'a capability twice',
      'A member occurs once, at every depth.',
      spelled(
        manifest,
        'capabilities',
        '{"search":true,"search":true,"exact_get":true,"delta_sync":true,"live_query":true,"graph_edges":true}',
      ),
      'duplicate-member',
      '/capabilities/search',
    ),
    fail(
      manifest,
      'a member twice by an escape',
      'Names are compared as what they say.',
      EXAMPLES[manifest].replace('{', '{"source_i\\u0064":"x",'),
      'duplicate-member',
      '/source_id',
    ),
    fail(
      manifest,
      'a lone surrogate',
      'Texts are well-formed Unicode.',
      spelled(manifest, 'display_name', '"\\ud83d"'),
      'unicode',
      '/display_name',
    ),
    pass(
      manifest,
      'a surrogate pair',
      'Texts are well-formed Unicode.',
      spelled(manifest, 'display_name', '"\\ud83d\\ude80"'),
    ),
    fail(
      manifest,
      '33 levels',
      'At most 32 levels.',
      spelled(manifest, 'kinds', `${'['.repeat(32)}${']'.repeat(32)}`),
      'depth',
      `/kinds${'/0'.repeat(31)}`,
    ),
    pass(
      'ContextCandidateV1',
      'content_hash is any text',
      'The hash has no pattern.',
      spelled('ContextCandidateV1', 'content_hash', '"not a hash"'),
    ),
    pass(
      'ContextBundleV1',
      'digits in a text',
      'Only numbers are judged as numbers.',
      spelled('ContextBundleV1', 'strategy', '"500.0 {\\"a\\":5e2}"'),
    ),
    fail(
      'ContextBundleV1',
      'candidates as objects',
      'A bundle names its candidates by their ids.',
      spelled('ContextBundleV1', 'candidates', '[{"candidate_id":"c1"}]'),
      'type',
      '/candidates/0',
    ),
  ]
}

/** Values of the schema, whose text must come back from a decoder and an encoder as it is. */
function generated(): Vector[] {
  const milli = fc.nat(1000)
  const tokens = fc.maxSafeNat()
  const text = fc.string({ unit: 'grapheme', maxLength: 12 })
  const candidate = fc.record({
    candidate_id: text,
    task_id: text,
    source_id: text,
    kind: text,
    relevance_milli: milli,
    confidence_milli: milli,
    freshness_milli: milli,
    estimated_tokens: tokens,
    content_hash: text,
  })
  return fc
    .sample(candidate, { seed: 20_261_130, numRuns: 20 })
    .map((value, n) =>
      pass(
        'ContextCandidateV1',
        `generated ${n + 1}`,
        'A decoder and an encoder give the very text back.',
        encodeContext('ContextCandidateV1', value),
      ),
    )
}

/** The example of a shape in which the value of one member is written otherwise. */
function spelled(shape: ContextShape, member: string, source: string): string {
  const text = JSON.stringify({ ...JSON.parse(EXAMPLES[shape]), [member]: '@' })
  return text.replace('"@"', () => source)
}

function pass(shape: ContextShape, name: string, why: string, source: string): Vector {
  const decoded = decodeContext(shape, source)
  return {
    name: `${shape}: ${name}`,
    why,
    shape,
    source,
    verdict: 'pass',
    rule: 'context',
    schema: true,
    ...(decoded.ok ? { canonical: encodeContext(shape, decoded.value) } : {}),
  }
}

function fail(
  shape: ContextShape,
  name: string,
  why: string,
  source: string,
  rule: string,
  at: string,
  message?: string,
): Vector {
  const told = message === undefined ? {} : { message }
  return {
    name: `${shape}: ${name}`,
    why,
    shape,
    source,
    verdict: 'fail',
    rule,
    at,
    ...told,
    schema: schemaSays(shape, source),
  }
}

/** What the schema alone says of the value of a text; null when it is no JSON. */
function schemaSays(shape: ContextShape, source: string): boolean | null {
  try {
    return validators[shape](JSON.parse(source))
  } catch {
    return null
  }
}
