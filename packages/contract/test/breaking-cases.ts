import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { ANSWER_EXAMPLES } from '../src/answer-examples.ts'
import { valueAt } from '../src/json-pointer.ts'

type Loose = Record<string, unknown>
/** The name of a good answer. */
export type Good = keyof typeof ANSWER_EXAMPLES

/** A breaking change: the good document it begins with, what it sets (undefined removes), where the one finding must be. */
export interface Case {
  readonly from: Good
  readonly set: Readonly<Record<string, unknown>>
  readonly at: string
}
/** A change that breaks a rule, at the first place that it sets unless another is told. */
export const broken = (from: Good, set: Case['set'], at = Object.keys(set)[0]!): Case => ({ from, set, at })
const words = (count: number) =>
  Array.from({ length: count }, (_, n) => `word${'abcdefghij'[n % 10]}`).join(' ')
const bodies = (...ids: string[]) => ids.map((id) => ({ id, text: 'Rotate the key.', token_count: 4 }))
const hits = (...ids: string[]) => ids.map((id) => ({ id, epitome: 'Rotate the key.' }))
const priceOf = (pointers: readonly unknown[]) =>
  pointers.length === 0 ? 0 : countTokens(JSON.stringify(pointers))
/** A page that says more of itself and so has no bound on its size. */
const talkative = (from: Good, set: Case['set'], at?: string) =>
  broken(from, { '/meta': { backend: 'segments' }, ...set }, at ?? Object.keys(set)[0])
const F = '/envelope/freshness'
const D = '/agent_decision'
const M = '/envelope/memories_used/0'

/** For each rule of CRC-v1, the changes that break it and nothing else. */
export const CASES: Readonly<Record<string, readonly Case[]>> = {
  'crc-s0-pointer-tier-has-no-content': [
    broken('fact', { '/content': [{ id: 'f17', text: 'Initech', token_count: 2 }] }),
  ],
  'crc-s0-search-has-pointers-and-cost': [
    broken('search', {
      '/pointers': undefined,
      '/agent_decision/read_pointers': [],
      '/next/expand': undefined,
    }),
    broken('search', { '/cost_estimate': undefined }),
  ],
  'crc-s0-required': [
    broken('search', { '/contract': undefined }),
    broken('search', { '/hydrate_tier': undefined }),
    broken('search', { '/pointers/1/id': undefined }),
    broken('search', { '/cost_estimate/full': undefined }),
  ],
  'crc-s0-type': [
    broken('search', { '/pointers/0/score': 'high' }),
    broken('search', { '/pointers/0/reason': 3 }),
    broken('search', { '/cost_estimate/full': 90.5 }),
    broken('search', { '/next/expand': 3 }),
    broken(
      'search',
      { [D]: { ...ANSWER_EXAMPLES.search.agent_decision, fused_confidence: 'sure' } },
      `${D}/fused_confidence`,
    ),
    broken('fact', { [`${F}/age_hours`]: '3' }),
  ],
  'crc-s0-const': [broken('search', { '/contract': 'crc-v2' })],
  'crc-s0-enum': [
    broken('search', { '/kind': 'query' }),
    broken('search', { '/hydrate_tier': 'all' }),
    broken('search', { '/pointers/0/reason': 'Guess' }),
    broken('empty', { [`${D}/suggested_next_lane`]: 'none' }),
  ],
  'crc-s0-minimum': [broken('search', { '/cost_estimate/summary': -1 })],
  'crc-s0-closed-objects': [broken('search', { '/cost_estimate/gist': 1 })],
  'crc-s0-alternatives': [
    broken('search', { [D]: [] }),
    broken('session', { '/envelope': { freshness: 'new' } }, F),
  ],
  'crc-s1-addressed-has-pointers': [
    broken('addressed', { '/pointers': undefined, '/content': undefined, '/envelope': undefined }),
  ],
  'crc-s1-strict-search-has-pointers': [],
  'crc-s1-pointer-id-is-not-empty': [broken('search', { '/pointers/1/id': '' })],
  'crc-s1-pointer-ids-are-unique': [broken('search', { '/pointers/1/id': '12:0' })],
  'crc-s1-epitome-is-a-preview': [broken('search', { '/pointers/0/epitome': words(41) })],
  'crc-cairn-epitome-fits-the-profile': [
    broken('addressed', { '/pointers/0/epitome': words(41) }),
    broken('search', { '/pointers/0/epitome': '?! '.repeat(60) }),
    broken('fact', { [`${M}/epitome`]: words(41) }),
  ],
  'crc-cairn-pointers-only-on-retrieval': [
    broken('fact', { '/pointers': [] }),
    broken('session', { '/pointers': hits('a') }),
  ],
  'crc-cairn-unavailable-refs-are-told': [
    broken('addressed', { '/envelope/unavailable/0/code': undefined }, '/envelope/unavailable/0'),
    broken('addressed', { '/envelope/unavailable/0/id': '12:0' }),
    broken('addressed', { '/envelope/unavailable': 'some' }),
    broken('addressed', { '/envelope/unavailable': [null] }, '/envelope/unavailable/0'),
  ],
  'crc-s1-hydrated-answer-has-content': [
    broken('addressed', { '/content': undefined }),
    broken('detailed', { '/content': [] }),
    broken('search', { '/hydrate_tier': 'full' }, '/content'),
  ],
  'crc-s1-content-joins-pointers': [
    broken('addressed', { '/content/1': bodies('5:5')[0], '/cost_estimate/full': 8 }, '/content/1/id'),
  ],
  'crc-s1-content-ids-are-unique': [
    broken('addressed', { '/content/1': bodies('12:0')[0] }, '/content/1/id'),
  ],
  'crc-cairn-content-is-one-a-pointer': [
    broken('addressed', { '/pointers': hits('12:0', '12:1'), '/next': undefined }, '/content'),
    broken(
      'addressed',
      {
        '/pointers': hits('12:0', '12:1', '12:2'),
        '/envelope': { omitted: { pointers: 0, demoted: 1 } },
      },
      '/content',
    ),
  ],
  'crc-cairn-fact-and-session-content': [
    broken('session', { '/content': undefined }),
    broken('fact', { '/hydrate_tier': 'summary' }, '/content'),
  ],
  'crc-cairn-content-is-absent-at-pointer-tier': [broken('search', { '/content': [] })],
  'crc-cairn-content-item-is-whole': [
    broken('session', { '/content/0/token_count': undefined }),
    broken('session', { '/content/0/token_count': -1 }),
    broken(
      'addressed',
      {
        '/content/1': { id: '12:1', token_count: 4 },
        '/pointers': hits('12:0', '12:1'),
        '/cost_estimate': { pointer: priceOf(hits('12:0', '12:1')), summary: 8, full: 8 },
      },
      '/content/1/text',
    ),
  ],
  'crc-cairn-token-count-is-true': [
    broken('session', { '/content/0/token_count': 9, '/cost_estimate/full': 9 }),
  ],
  'crc-cairn-content-tier-is-a-lesser-one': [
    broken('addressed', { '/content/0/tier': 'full' }),
    broken('addressed', { '/content/0/tier': 'pointer' }),
    broken('detailed', { '/content/0/tier': 'summary' }),
  ],
  'crc-s1-pointer-tier-has-no-bodies': [
    talkative('search', { '/pointers/0/text': 'Rotate the signing key.' }),
    talkative('search', { '/pointers/1/snippet': ['Rotate', 'it'] }),
    talkative('search', { '/pointers/1/preview': words(41) }),
    talkative('search', { '/pointers/1/parts': Array.from({ length: 41 }, (_, n) => `w${n}`) }),
    talkative('search', { '/pointers/1/x': { deep: [{ er: words(50) }] } }, '/pointers/1/x/deep/0/er'),
    talkative('search', { '/pointers/1/why': words(60) }),
    broken('empty', { '/meta': { passages: words(45) } }, '/meta/passages'),
    talkative('empty', { '/documents': [{ body: words(45) }] }, '/documents/0/body'),
    broken('fact', { '/envelope/receipts_used': undefined, '/envelope/note': words(45) }, '/envelope/note'),
    broken('fact', { [`${M}/value`]: words(45) }),
  ],
  'crc-s1-addressed-has-cost-estimate': [broken('addressed', { '/cost_estimate': undefined })],
  'crc-cairn-cost-estimate-is-present': [
    broken('fact', { '/cost_estimate': undefined }),
    broken('session', { '/cost_estimate': undefined }),
  ],
  'crc-cairn-summary-costs-at-most-full': [broken('search', { '/cost_estimate/summary': 91 })],
  'crc-cairn-cost-is-the-sum': [
    broken('addressed', { '/cost_estimate/full': 5 }),
    broken('detailed', { '/cost_estimate/summary': 3 }),
    broken('session', { '/cost_estimate/full': 7 }),
  ],
  'crc-cairn-empty-page-costs-nothing': [broken('empty', { '/cost_estimate/full': 5 })],
  'crc-cairn-pointer-cost-is-kept': [
    broken('search', { '/cost_estimate/pointer': 60 }),
    broken('search', { '/cost_estimate/pointer': 90 }),
  ],
  'crc-s1-search-has-a-decision': [broken('search', { [D]: null }), broken('search', { [D]: undefined })],
  'crc-s1-decision-only-on-search': [
    broken('fact', { [D]: {} }),
    broken('session', { [D]: { load_bearing_lane: 'Unknown' } }),
  ],
  'crc-cairn-decision-null-is-printed': [
    broken('fact', { [D]: undefined }),
    broken('addressed', { [D]: undefined }),
  ],
  'crc-cairn-decision-is-complete': [
    broken('search', { [`${D}/load_bearing_lane`]: undefined }),
    broken('search', { [`${D}/fused_confidence`]: undefined }),
    broken('search', { [`${D}/suggested_next_lane`]: null }),
    broken('search', { [`${D}/read_pointers`]: undefined }),
  ],
  'crc-cairn-fused-confidence-is-a-share': [broken('search', { [`${D}/fused_confidence`]: 1.2 })],
  'crc-cairn-lane-shares-sum-to-one': [
    broken('detailed', { [`${D}/lane_attribution/Bm25/share`]: 0.5 }, `${D}/lane_attribution`),
    broken(
      'detailed',
      {
        [`${D}/lane_attribution`]: { Bm25: { share: 1.5 }, Dense: { share: 0 } },
        [`${D}/load_bearing_lane`]: 'Bm25',
      },
      `${D}/lane_attribution/Bm25/share`,
    ),
  ],
  'crc-cairn-load-bearing-lane-bears': [
    broken('detailed', { [`${D}/load_bearing_lane`]: 'Dense' }),
    broken(
      'detailed',
      { [`${D}/lane_attribution`]: { Bm25: { share: 0.6 }, Indexing: { share: 0.4 } } },
      `${D}/load_bearing_lane`,
    ),
    broken('empty', { [`${D}/load_bearing_lane`]: 'Bm25' }),
    broken('search', { [`${D}/load_bearing_lane`]: 'Unknown' }),
  ],
  'crc-cairn-read-pointers-are-on-the-page': [
    broken('search', { [`${D}/read_pointers`]: [{ id: '9:9' }] }, `${D}/read_pointers/0/id`),
    broken('search', { [`${D}/read_pointers`]: [{ id: '12:0' }, { id: '12:0' }] }, `${D}/read_pointers/1/id`),
    broken(
      'search',
      {
        '/pointers': hits('a', 'b', 'c', '12:0'),
        [`${D}/read_pointers`]: hits('a', 'b', 'c', '12:0').map(({ id }) => ({ id })),
      },
      `${D}/read_pointers`,
    ),
  ],
  'crc-s1-fact-has-freshness': [broken('fact', { [F]: undefined }), broken('fact', { [F]: null })],
  'crc-cairn-search-has-no-freshness': [broken('search', { '/envelope': { freshness: null } }, F)],
  'crc-cairn-freshness-prints-all-members': [
    broken('fact', { [`${F}/superseded_by`]: undefined }),
    broken('fact', { [`${M}/freshness/age_hours`]: undefined }),
  ],
  'crc-cairn-age-is-whole-and-not-negative': [
    broken('fact', { [`${F}/age_hours`]: -1 }),
    broken('fact', { [`${M}/freshness/age_hours`]: 1.5 }),
  ],
  'crc-cairn-confidence-is-a-share': [broken('fact', { [`${F}/effective_confidence`]: 1.01 })],
  'crc-cairn-horizon-class-is-known': [broken('fact', { [`${F}/horizon_class`]: 'forever' })],
  'crc-cairn-nothing-supersedes-itself': [
    broken('fact', { [`${F}/superseded_by`]: 'f17' }),
    broken('fact', { [`${F}/superseded_by`]: 'acme/works_at' }),
    broken('fact', { [`${M}/freshness/superseded_by`]: 'f17' }),
  ],
  'crc-cairn-memories-are-complete': [
    broken('fact', { [`${M}/fact_id`]: undefined }),
    broken('fact', { [`${M}/topic`]: '' }),
    broken('fact', { [`${M}/epitome`]: undefined }),
    broken('fact', { [`${M}/freshness`]: null }),
  ],
  'crc-cairn-memories-have-no-reserved-prefix': [
    broken('fact', { [`${M}/topic`]: '__ops::build/state' }),
    broken('fact', { [`${M}/topic`]: '__agent%3A%3Aplan/step' }),
    broken('fact', { [`${M}/fact_id`]: '__bootstrap__::limits' }),
  ],
  'crc-cairn-retractions-are-dated': [
    broken('fact', { [`${M}/retraction_reason`]: 'misheard' }, `${M}/retracted_at`),
    broken('fact', { [`${M}/retracted_at`]: '2026-11-30' }),
    broken('fact', { [`${M}/retracted_at`]: '2026-11-30T10:30:00+01:00' }),
    broken('fact', {
      [`${M}/retraction_reason`]: '',
      [`${M}/retracted_at`]: '2026-11-30T09:30:00.000Z',
    }),
  ],
  'crc-s1-resolution-pointer-names-a-playbook': [
    broken('empty', { '/next/resolution_pointer': 'resolution:EmptyResult' }),
    broken('empty', { '/next/resolution_pointer': '__bootstrap__::resolution:' }),
  ],
  'crc-s1-expand-names-an-endpoint': [
    'ask again with hydrate=full',
    '',
    '   ',
    'yes',
    'POST',
    'get /v1/query/fetch-content',
    '{"refs":["12:0"]}',
  ].map((expand) => broken('search', { '/next/expand': expand })),
  'crc-s1-session-has-canonical-slug': [broken('session', { '/next': undefined }, '/next/canonical_slug')],
  'crc-s1-addressed-has-canonical-slug': [
    broken('addressed', { '/next': undefined }, '/next/canonical_slug'),
  ],
  'crc-cairn-fact-has-canonical-slug': [broken('fact', { '/next/canonical_slug': '' })],
  'crc-cairn-empty-search-points-at-a-playbook': [
    broken('empty', { '/next': undefined }, '/next/resolution_pointer'),
  ],
  'crc-cairn-resolution-code-is-known': [
    broken('empty', { '/next/resolution_pointer': '__bootstrap__::resolution:Panic' }),
  ],
  'crc-cairn-expand-works-as-printed': [
    'POST /v1/query/fetch-content {refs:["12:0"],hydrate:full}',
    'POST /v1/query/fetch-content',
    'POST /v1/query/fetch-content {"refs":["12:0"]} ',
    'POST /v1/query/fetch-content ["12:0"]',
    'POST /v1/query/fetch-content {"refs":[]}',
    'POST /v1/query/fetch-content {"refs":"12:0"}',
    'POST /v1/query/fetch-content {"ids":["12:0"]}',
    'POST /v1/query/fetch-content {"refs":["9:9"]}',
    'GET /v1/query/fetch-content {"refs":["12:0"]}',
  ]
    .map((expand) => broken('search', { '/next/expand': expand }))
    .concat(
      [
        'GET /v1/facts/acme/works_at',
        'GET /v1/facts/acme/works_at?hydrate=summary',
        'GET /v1/facts/acme/works/at?hydrate=full',
        'PUT /v1/facts/acme/works_at?hydrate=full',
        'GET /v1/sessions/chat-42/state?hydrate=full',
        'POST /v1/query/fetch-content {"refs":[]}',
      ].map((expand) => broken('fact', { '/next/expand': expand })),
    ),
  'crc-cairn-omission-has-a-cursor': [
    broken('detailed', { '/envelope': { omitted: { pointers: 2, demoted: 0 } } }, '/next/cursor'),
    broken('detailed', { '/envelope': { omitted: { pointers: -1, demoted: 0 } } }, '/envelope/omitted'),
    broken('detailed', { '/envelope': { omitted: 3 } }, '/envelope/omitted'),
  ],
  'crc-cairn-default-page-is-small': [broken('empty', { '/next/note': '?! '.repeat(130) }, '')],
  'crc-cairn-empty-members-are-absent': [
    broken('detailed', { '/envelope': {} }),
    broken('fact', { '/envelope/receipts_used': [] }),
    broken('session', { '/meta': { notes: {} } }, '/meta/notes'),
  ],
  'crc-cairn-degraded-reasons-are-texts': [
    broken(
      'search',
      { '/envelope': { degraded_reasons: ['deadline', 'deadline'] } },
      '/envelope/degraded_reasons',
    ),
    broken('search', { '/envelope': { degraded_reasons: 'deadline' } }, '/envelope/degraded_reasons'),
  ],
}

/** The good answer with the change made, and the price that its pointers then have unless the change is about prices. */
export function changed({ from, set }: Case): unknown {
  const document: Loose = structuredClone(ANSWER_EXAMPLES[from])
  for (const [pointer, value] of Object.entries(set)) {
    const steps = pointer.slice(1).split('/')
    const owner = valueAt(document, steps.slice(0, -1)) as Loose
    if (value === undefined) delete owner[steps.at(-1)!]
    else owner[steps.at(-1)!] = value
  }
  const cost = document.cost_estimate as Loose | undefined
  const isPriced = Object.keys(set).some((pointer) => pointer.startsWith('/cost_estimate'))
  if (Array.isArray(document.pointers) && cost !== undefined && !isPriced)
    cost.pointer = priceOf(document.pointers)
  return document
}
