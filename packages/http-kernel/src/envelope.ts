import type { AgentDecision, ContentItem, CrcV1, Envelope, Next, Pointer } from '@cairn/contract/crc-v1'

/**
 * A CRC-v1 answer as it is written: members in the schema's order, absent and empty ones dropped, scores rounded to four decimals.
 * `pointers` and `content` stay when empty, a null decision and null members of freshness are printed.
 */
export function envelope(answer: CrcV1): Record<string, unknown> {
  const { pointers, content, ...rest }: AnyAnswer = answer
  return inOrder(ANSWER, {
    ...rest,
    pointers: pointers?.map((pointer) => inOrder(POINTER, { ...pointer, score: rounded(pointer.score) })),
    content: content?.map((item) => inOrder(CONTENT, item)),
    agent_decision: rest.agent_decision && inOrder(DECISION, rest.agent_decision),
    envelope: unlessEmpty(inOrder(ENVELOPE, compact(rest.envelope))),
    next: unlessEmpty(inOrder(NEXT, compact(rest.next))),
    meta: unlessEmpty(compact(rest.meta)),
  })
}

/** What the kinds of answers have in common, so that one function writes them all. */
interface AnyAnswer {
  readonly pointers?: readonly Pointer[]
  readonly content?: readonly ContentItem[]
  readonly agent_decision?: AgentDecision | null
  readonly envelope?: Envelope
  readonly next?: Next
  readonly meta?: Readonly<Record<string, unknown>>
}

const ANSWER = [
  'contract',
  'kind',
  'hydrate_tier',
  'pointers',
  'content',
  'cost_estimate',
  'agent_decision',
  'envelope',
  'next',
  'meta',
]
const POINTER = ['id', 'score', 'epitome', 'complete', 'reason', 'copies', 'document', 'why', 'created_at']
const CONTENT = ['id', 'text', 'token_count', 'tier']
const DECISION = [
  'load_bearing_lane',
  'fused_confidence',
  'suggested_next_lane',
  'lane_attribution',
  'read_pointers',
  'missing_terms',
]
const ENVELOPE = [
  'freshness',
  'receipts_used',
  'memories_used',
  'autonomy_consumed',
  'links',
  'unavailable',
  'omitted',
  'degraded_reasons',
]
const NEXT = ['expand', 'resolution_pointer', 'canonical_slug', 'cursor']

/** The named members first and in that order, then the others as they came; undefined ones are dropped. */
function inOrder(names: readonly string[], members: object): Record<string, unknown> {
  const given = new Map<string, unknown>(Object.entries(members))
  const ordered: Record<string, unknown> = {}
  for (const name of [...names, ...given.keys()])
    if (given.get(name) !== undefined) ordered[name] = given.get(name)
  return ordered
}

function compact(members: object | undefined): object {
  return Object.fromEntries(Object.entries(members ?? {}).filter(([, value]) => !isEmpty(value)))
}

function isEmpty(value: unknown): boolean {
  if (typeof value !== 'object') return value === undefined
  return value === null || Object.keys(value).length === 0
}

const unlessEmpty = (members: object) => (isEmpty(members) ? undefined : members)
const rounded = (score: number | null | undefined) =>
  typeof score === 'number' ? Math.round(score * 10_000) / 10_000 : score
