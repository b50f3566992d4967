import fc from 'fast-check'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import type {
  AgentDecision,
  ContentItem,
  CostEstimate,
  CrcV1,
  Envelope,
  Freshness,
  MemoryUsed,
  Next,
  Pointer,
  Tier,
} from '../src/answer.ts'
import { HORIZON_CLASSES, LANES, TIERS } from '../src/answer.ts'
import { RESOLUTION_CODES } from '../src/resolution.ts'
import { factSlug } from '../src/slug.ts'

const WORDS = [
  'rotate',
  'the',
  'signing',
  'key',
  'every',
  '90',
  'days,',
  'über',
  'café',
  '鍵を回す',
  'ключ',
  '👩🏽‍🚀',
  '"quoted"',
  'a\\b',
  '\n',
  'C++',
  'v1.2.3',
  '__dunder__',
]
const text = (wordsMax: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: wordsMax }).map((words) => words.join(' '))
const epitome = text(10).filter((words) => countTokens(words) <= 40)
const pointerId = fc
  .tuple(fc.option(fc.nat(999), { nil: null }), fc.nat(99_999), fc.nat(249))
  .map(([namespace, batch, ordinal]) => `${namespace === null ? '' : `${namespace}.`}${batch}:${ordinal}`)
const share = fc.integer({ min: 0, max: 1000 }).map((thousandths) => thousandths / 1000)
const slug = fc
  .tuple(fc.constantFrom('acme', 'über', 'a/b', '鍵'), fc.constantFrom('works_at', 'x y', '%'))
  .map((parts) => factSlug(...parts))

const without = <T extends object>(members: T): T =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined })

const pointer = fc
  .record({
    id: pointerId,
    score: maybe(fc.option(share)),
    epitome: maybe(fc.option(epitome)),
    complete: maybe(fc.constant(true as const)),
    reason: maybe(fc.constantFrom('EntityMatch', 'TopicMatch', 'KeyFact', 'Exact', null)),
    copies: maybe(fc.integer({ min: 2, max: 9 })),
  })
  .map((members) => without(members) as Pointer)
const pointers = (minLength: number): fc.Arbitrary<Pointer[]> =>
  fc.uniqueArray(pointer, { selector: ({ id }) => id, minLength, maxLength: 8 })
const bodies = (ids: readonly string[]): fc.Arbitrary<ContentItem[]> =>
  fc
    .tuple(...ids.map(() => text(40)))
    .map((texts) => texts.map((body, n) => ({ id: ids[n]!, text: body, token_count: countTokens(body) })))

/** A page: pointers, at hydrated tiers their bodies, and the costs that they have. */
interface Page {
  readonly tier: Tier
  readonly pointers: readonly Pointer[]
  readonly content: readonly ContentItem[] | undefined
  readonly cost: CostEstimate
  readonly demoted: number
}
const page = (least: number): fc.Arbitrary<Page> =>
  fc
    .record({
      tier: fc.constantFrom(...TIERS),
      pointers: pointers(least),
      extra: fc.nat(500),
      demote: fc.boolean(),
    })
    .chain(({ tier, pointers: list, extra, demote }) =>
      bodies(list.map(({ id }) => id)).map((all) => {
        const isDemoted = demote && all.length > 1 && tier !== 'pointer'
        const kept = isDemoted ? all.slice(1) : all
        const sum = all.reduce((total, { token_count }) => total + token_count, 0)
        return {
          tier,
          pointers: list,
          content: tier === 'pointer' || list.length === 0 ? undefined : kept,
          cost: {
            pointer: list.length === 0 ? 0 : countTokens(JSON.stringify(list)),
            summary: tier === 'full' && extra % 2 ? Math.floor(sum / 2) : sum,
            full: tier === 'full' || list.length === 0 ? sum : sum + extra,
          },
          demoted: isDemoted ? 1 : 0,
        }
      }),
    )

const lanesOf = (
  hits: number,
): fc.Arbitrary<Pick<AgentDecision, 'load_bearing_lane' | 'lane_attribution'>> =>
  hits === 0
    ? fc.constant({ load_bearing_lane: 'Unknown' as const })
    : fc.oneof(
        fc.constantFrom(...LANES, 'Tie' as const).map((lane) => ({ load_bearing_lane: lane })),
        fc
          .tuple(
            fc.shuffledSubarray([...LANES], { minLength: 2, maxLength: 2 }),
            fc.integer({ min: 0, max: 500 }),
          )
          .map(([[one, other], lead]) => ({
            load_bearing_lane: lead <= 25 ? ('Tie' as const) : one!,
            lane_attribution: {
              [one!]: { share: (500 + lead) / 1000, confidence: null },
              [other!]: { share: (500 - lead) / 1000 },
            },
          })),
      )
const decision = (hits: readonly Pointer[]): fc.Arbitrary<AgentDecision> =>
  fc
    .record({
      lanes: lanesOf(hits.length),
      fused_confidence: fc.option(share),
      suggested_next_lane: fc.constantFrom('Indexing', 'None', 'EscalateEngine'),
      read: fc.nat(3),
      missing_terms: maybe(fc.constant(['quorum'])),
    })
    .map(
      ({ lanes, read, ...rest }) =>
        without({
          ...lanes,
          ...rest,
          read_pointers: hits.slice(0, read).map(({ id }) => ({ id })),
        }) as AgentDecision,
    )

const expandOf = (hits: readonly Pointer[]): string | undefined =>
  hits.length === 0
    ? undefined
    : `POST /v1/query/fetch-content ${JSON.stringify({ refs: hits.slice(0, 3).map(({ id }) => id), hydrate: 'full' })}`
const playbook = fc.constantFrom(...RESOLUTION_CODES).map((code) => `__bootstrap__::resolution:${code}`)
const envelopeOf = (members: Envelope): { envelope?: Envelope } =>
  Object.keys(without(members)).length === 0 ? {} : { envelope: without(members) }
const nextOf = (members: { [K in keyof Next]: Next[K] | undefined }): { next?: Next } =>
  Object.keys(without(members)).length === 0 ? {} : { next: without(members) as Next }
const carried = ({ tier, content }: Page): object =>
  tier === 'pointer' || content === undefined ? {} : { content }

const search = page(0).chain((found) =>
  fc
    .record({ decision: decision(found.pointers), playbook, meta: fc.boolean(), more: fc.boolean() })
    .map(({ decision: agent_decision, playbook: resolution, meta, more }) => {
      const answer = {
        contract: 'crc-v1',
        kind: 'search',
        hydrate_tier: found.tier,
        pointers: found.pointers,
        ...carried(found),
        cost_estimate: found.cost,
        agent_decision,
        ...(found.demoted > 0 ? envelopeOf({ omitted: { pointers: 0, demoted: 1 } }) : {}),
        ...nextOf({
          expand: expandOf(found.pointers),
          resolution_pointer: found.pointers.length === 0 ? resolution : undefined,
          cursor: more && found.pointers.length > 0 ? 'AQAAAAAAAAABAAAACg' : undefined,
        }),
      }
      return meta || !isSmall(answer) ? { ...answer, meta: { backend: 'segments', took_ms: 3 } } : answer
    }),
)

/** Whether a page is as small as one without diagnostics has to be. */
function isSmall(answer: { readonly pointers: readonly Pointer[] }): boolean {
  const epitomes = answer.pointers.reduce((sum, { epitome: words }) => sum + countTokens(words ?? ''), 0)
  return countTokens(JSON.stringify(answer)) <= epitomes + 160 + 25 * answer.pointers.length
}

const freshness: fc.Arbitrary<Freshness> = fc.record({
  effective_confidence: fc.option(share),
  age_hours: fc.option(fc.nat(100_000)),
  horizon_class: fc.option(fc.constantFrom(...HORIZON_CLASSES)),
  superseded_by: fc.option(fc.nat(999).map((version) => `f1${version}`)),
})

const addressed = fc.tuple(page(1), maybe(freshness), fc.boolean()).map(([found, fresh, isSomeGone]) => ({
  contract: 'crc-v1',
  kind: 'addressed',
  hydrate_tier: found.tier,
  pointers: found.pointers,
  ...carried(found),
  cost_estimate: found.cost,
  agent_decision: null,
  ...envelopeOf(
    without({
      freshness: fresh,
      unavailable: isSomeGone ? [{ id: '0:999999', code: 'pointer_gone' }] : undefined,
      omitted: found.demoted > 0 ? { pointers: 0, demoted: 1 } : undefined,
    }) as Envelope,
  ),
  ...nextOf({ canonical_slug: found.pointers.length === 1 ? found.pointers[0]!.id : undefined }),
}))

const costOf = (content: readonly ContentItem[]): CostEstimate => {
  const sum = content.reduce((total, { token_count }) => total + token_count, 0)
  return { pointer: 40, summary: sum, full: sum }
}

const fact = fc
  .record({
    tier: fc.constantFrom(...TIERS),
    freshness,
    slug,
    memories: fc.uniqueArray(fc.record({ n: fc.nat(999), topic: slug, freshness, epitome }), {
      selector: ({ n }) => n,
      maxLength: 3,
    }),
  })
  .chain(({ tier, freshness: overall, slug: canonical_slug, memories }) =>
    bodies(memories.map(({ n }) => `f2${n}`)).map((content) => ({
      contract: 'crc-v1',
      kind: 'fact',
      hydrate_tier: tier,
      ...(tier === 'pointer' || content.length === 0 ? {} : { content }),
      cost_estimate: costOf(content),
      agent_decision: null,
      envelope: without({
        freshness: overall,
        memories_used:
          memories.length === 0
            ? undefined
            : memories.map(({ n, ...memory }): MemoryUsed => ({ fact_id: `f2${n}`, ...memory })),
      }),
      next: { expand: `GET /v1/facts/${canonical_slug}?hydrate=full`, canonical_slug },
    })),
  )

const session = fc
  .record({
    tier: fc.constantFrom(...TIERS),
    id: fc.constantFrom('chat-42', '%C3%BC', 'a'),
    freshness: maybe(freshness),
  })
  .chain(({ tier, id, freshness: fresh }) =>
    bodies([id]).map((content) => ({
      contract: 'crc-v1',
      kind: 'session',
      hydrate_tier: tier,
      ...(tier === 'pointer' ? {} : { content }),
      cost_estimate: costOf(content),
      agent_decision: null,
      ...(fresh === undefined ? {} : { envelope: { freshness: fresh } }),
      next: { expand: `GET /v1/sessions/${id}/state?hydrate=full`, canonical_slug: id },
    })),
  )

/** Answers of every kind and tier that obey the contract and the Cairn profile, exact token counts (o200k_base) included. */
export const validAnswers: fc.Arbitrary<CrcV1> = fc.oneof(
  search,
  addressed,
  fact,
  session,
) as fc.Arbitrary<CrcV1>
