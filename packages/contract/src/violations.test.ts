import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, test } from 'vitest'
import { ANSWER_EXAMPLES } from './answer-examples.ts'
import { crcV1 } from './generated/crc-v1.js'
import { valueAt } from './json-pointer.ts'
import { validateCrcV1 } from './validate.ts'

type Loose = Record<string, unknown>
type Good = keyof typeof ANSWER_EXAMPLES
/** What is wrong, the good answer it begins with, what it sets (undefined removes), where the finding is and who says so. */
type Violation = readonly [
  what: string,
  from: Good,
  set: Readonly<Record<string, unknown>>,
  at: string,
  authority: 'S1' | 'cairn',
]

const LONG = 'the signing key is rotated '.repeat(1000).trim()
const BODY = 'The signing key is rotated every 90 days by whoever is on call. '.repeat(8)
const D = '/agent_decision'
const F = '/envelope/freshness'
const POINTERS = ANSWER_EXAMPLES.search.pointers

const VIOLATIONS: readonly Violation[] = [
  ['a search without a decision', 'search', { [D]: undefined }, D, 'S1'],
  ['a search whose decision is null', 'search', { [D]: null }, D, 'S1'],
  ['a fact with a decision', 'fact', { [D]: { load_bearing_lane: 'Bm25' } }, D, 'S1'],
  ['an addressed answer with a decision', 'addressed', { [D]: { read_pointers: [] } }, D, 'S1'],
  ['a session with a decision', 'session', { [D]: {} }, D, 'S1'],
  ['a fact without freshness', 'fact', { [F]: undefined }, F, 'S1'],
  ['a fact whose freshness is null', 'fact', { [F]: null }, F, 'S1'],
  ['a fact with pointers', 'fact', { '/pointers': [{ id: 'f17' }] }, '/pointers', 'cairn'],
  [
    'an addressed answer without a cost',
    'addressed',
    { '/cost_estimate': undefined },
    '/cost_estimate',
    'S1',
  ],
  [
    'an addressed answer without pointers',
    'addressed',
    { '/pointers': undefined, '/content': undefined, '/cost_estimate/full': 4 },
    '/pointers',
    'S1',
  ],
  ['an epitome of 5,000 words', 'search', { '/pointers/0/epitome': LONG }, '/pointers/0/epitome', 'S1'],
  ['two pointers with one id', 'search', { '/pointers/1/id': '12:0' }, '/pointers/1/id', 'S1'],
  ['a pointer with an empty id', 'search', { '/pointers/1/id': '' }, '/pointers/1/id', 'S1'],
  [
    'summaries dearer than everything',
    'search',
    { '/cost_estimate/summary': 91 },
    '/cost_estimate/summary',
    'cairn',
  ],
  [
    'a body of no pointer',
    'addressed',
    { '/content/1': { id: '9:9', text: 'Rotate', token_count: 2 }, '/cost_estimate/full': 6 },
    '/content/1/id',
    'S1',
  ],
  [
    'two bodies with one id',
    'addressed',
    { '/content/1': { id: '12:0', text: 'Rotate the key.', token_count: 4 } },
    '/content/1/id',
    'S1',
  ],
  ['full tier without content', 'addressed', { '/content': undefined }, '/content', 'S1'],
  ['full tier with an empty content', 'addressed', { '/content': [] }, '/content', 'S1'],
  [
    'a negative token count',
    'addressed',
    { '/content/0/token_count': -4 },
    '/content/0/token_count',
    'cairn',
  ],
  [
    'a lane share of 7.5',
    'detailed',
    { [`${D}/lane_attribution/Bm25/share`]: 7.5, [`${D}/load_bearing_lane`]: 'Bm25' },
    `${D}/lane_attribution/Bm25/share`,
    'cairn',
  ],
  ['a fused confidence of 42', 'search', { [`${D}/fused_confidence`]: 42 }, `${D}/fused_confidence`, 'cairn'],
  [
    'an effective confidence of 42',
    'fact',
    { [`${F}/effective_confidence`]: 42 },
    `${F}/effective_confidence`,
    'cairn',
  ],
  ['a negative age', 'fact', { [`${F}/age_hours`]: -3 }, `${F}/age_hours`, 'cairn'],
  ['a fact superseded by itself', 'fact', { [`${F}/superseded_by`]: 'f17' }, `${F}/superseded_by`, 'cairn'],
  ['a body as another member of a pointer', 'search', { '/pointers/0/body': BODY }, '/pointers/0/body', 'S1'],
  ['a body in meta', 'search', { '/meta': { passages: [{ text: BODY }] } }, '/meta/passages/0/text', 'S1'],
  ['a body in the envelope', 'search', { '/envelope': { note: BODY } }, '/envelope/note', 'S1'],
  ['a nonsense expand', 'search', { '/next/expand': 'banana' }, '/next/expand', 'S1'],
  [
    'an expand that does not work',
    'search',
    { '/next/expand': 'POST /v1/query/fetch-content' },
    '/next/expand',
    'cairn',
  ],
  [
    'a resolution that is no playbook',
    'empty',
    { '/next/resolution_pointer': 'ask a human' },
    '/next/resolution_pointer',
    'S1',
  ],
  ['a session without its key', 'session', { '/next/canonical_slug': null }, '/next/canonical_slug', 'S1'],
  [
    'a reserved name among the memories',
    'fact',
    { '/envelope/memories_used/0/topic': '__ops::x/y' },
    '/envelope/memories_used/0/topic',
    'cairn',
  ],
]

function violated(from: Good, set: Violation[2]): Loose {
  const document: Loose = structuredClone(ANSWER_EXAMPLES[from])
  for (const [pointer, value] of Object.entries(set)) {
    const steps = pointer.slice(1).split('/')
    const owner = valueAt(document, steps.slice(0, -1)) as Loose
    if (value === undefined) delete owner[steps.at(-1)!]
    else owner[steps.at(-1)!] = value
  }
  return document
}

/** The same answer with the price that its changed pointers truly have. */
function priced(document: Loose): Loose {
  if (
    Array.isArray(document.pointers) &&
    document.pointers.length > 0 &&
    document.cost_estimate !== undefined
  )
    (document.cost_estimate as Loose).pointer = countTokens(JSON.stringify(document.pointers))
  return document
}

test.each(VIOLATIONS)(
  'the schema lets pass %s, and one rule finds it in its place',
  (_, from, set, at, authority) => {
    const document = violated(from, set)
    expect(crcV1(document)).toBe(true)
    expect(validateCrcV1(document).findings.map(({ pointer, authority }) => [pointer, authority])).toEqual([
      [at, authority],
    ])
    expect(validateCrcV1(document)).toMatchObject({ conformant: authority === 'cairn', cairn: false })
  },
)

test.each(VIOLATIONS)('with a tokenizer at hand, %s is still one finding', (_, from, set, at) => {
  const { findings } = validateCrcV1(priced(violated(from, set)), { countTokens })
  expect(findings.map(({ pointer }) => pointer)).toEqual([at])
})

test('there are at least 25 violations, and the answers they begin with have none', () => {
  expect(VIOLATIONS.length).toBeGreaterThanOrEqual(25)
  expect(POINTERS.length).toBeGreaterThan(1)
  for (const document of Object.values(ANSWER_EXAMPLES)) expect(validateCrcV1(document).findings).toEqual([])
})
