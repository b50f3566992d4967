import type {
  AddressedAnswer,
  AgentDecision,
  ContentItem,
  Pointer,
  SearchAnswer,
  Tier,
} from '@cairn/contract/crc-v1'
import type { CallOptions } from './call-options.ts'
import type { Connection } from './connection.ts'
import { type CallBounds, type Part, type Read, type ReadPart, readWithin } from './reading-plan.ts'
import { Refused } from './refused.ts'
import { send } from './send.ts'

/** What to read: an answer of a search, or pointers in the order of their worth. */
export type HydrateInput = SearchAnswer | readonly (Pointer | string)[]

/** How much to read. */
export interface HydrateOptions extends CallOptions {
  /** The most tokens all bodies together may have, as the service counts them. */
  readonly budget: number
  /** `full` when absent. */
  readonly tier?: Exclude<Tier, 'pointer'>
}

/** A body with the pointer it belongs to. */
export interface HydratedItem extends ContentItem {
  readonly pointer: Pointer
}

/** What was read, best first, and what was not. */
export interface Hydration extends Omit<Read, 'items'> {
  readonly items: readonly HydratedItem[]
}

/** The bounds of fetch-content. */
export const FETCH_BOUNDS = {
  refsMax: 100,
  tokenBudgetMin: 64,
  tokenBudgetMax: 25_000,
} as const satisfies CallBounds

/**
 * Reads what pointers name, those that a search says to read before the others and then in order, as long as all bodies together stay
 * within the budget: a body that does not fit ends the reading. Throws a RangeError unless the budget is a whole number of at least 1.
 */
export async function hydrate(
  connection: Connection,
  found: HydrateInput,
  { budget, tier = 'full', ...options }: HydrateOptions,
): Promise<Hydration> {
  if (!Number.isSafeInteger(budget) || budget < 1)
    throw new RangeError(`budget is a whole number of tokens, at least 1; found ${budget}`)
  const pointers = new Map(pointersOf(found).map((pointer) => [pointer.id, pointer]))
  const page = isAnswer(found) ? found : null
  const reading = {
    ids: idsInOrder(page, [...pointers.keys()]),
    budget,
    known: bodiesOf(page, tier),
    isAffordable: page !== null && page.cost_estimate[tier] <= budget,
  }
  const read = await readWithin(reading, FETCH_BOUNDS, async (ask) => {
    const { part, answer } = await fetchPart(connection, { ask, tier, options })
    for (const pointer of answer?.pointers ?? [])
      pointers.set(pointer.id, { ...pointer, ...pointers.get(pointer.id) })
    return part
  })
  return {
    ...read,
    items: read.items.map((item) => ({ ...item, pointer: pointers.get(item.id) ?? { id: item.id } })),
  }
}

function isAnswer(found: HydrateInput): found is SearchAnswer {
  return !Array.isArray(found)
}

function pointersOf(found: HydrateInput): readonly Pointer[] {
  const all = isAnswer(found) ? found.pointers : found
  return all.map((pointer) => (typeof pointer === 'string' ? { id: pointer } : pointer))
}

/** Servers of another make may leave out what a search says to read. */
function idsInOrder(page: SearchAnswer | null, ids: readonly string[]): readonly string[] {
  const decision: Partial<AgentDecision> = page?.agent_decision ?? {}
  const first = (decision.read_pointers ?? []).map(({ id }) => id)
  return [...new Set([...first, ...ids])]
}

/** The bodies that came with a page at the tier asked for. */
function bodiesOf(page: SearchAnswer | null, tier: Tier): ReadonlyMap<string, ContentItem> {
  if (page === null || page.hydrate_tier !== tier) return new Map()
  return new Map(wholeBodies(page.content).map((item) => [item.id, item]))
}

/** The bodies that carry what was asked for, and were counted. */
function wholeBodies(content: readonly ContentItem[] | undefined): readonly ContentItem[] {
  return (content ?? []).filter((item) => item.tier === undefined && isCounted(item))
}

const isCounted = (item: Partial<ContentItem>) =>
  typeof item.text === 'string' && Number.isSafeInteger(item.token_count)

/** What cannot be read, and what would be read without knowing its cost (`uncounted`). */
function unavailableIn({ envelope, content }: AddressedAnswer): Part['unavailable'] {
  const uncounted = (content ?? []).filter((item) => !isCounted(item))
  return [...(envelope?.unavailable ?? []), ...uncounted.map(({ id }) => ({ id, code: 'uncounted' }))]
}

interface PartAsked {
  readonly ask: Parameters<ReadPart>[0]
  readonly tier: Tier
  readonly options: CallOptions
}

async function fetchPart(
  connection: Connection,
  { ask: { refs, tokenBudget }, tier, options }: PartAsked,
): Promise<{ part: Part; answer: AddressedAnswer | null }> {
  const input = { refs, hydrate: tier, ...(tokenBudget === null ? {} : { token_budget: tokenBudget }) }
  try {
    const sent = await send(connection, 'fetchContent', input, { ...options, contract: 'crc-v1' })
    const answer = sent as AddressedAnswer
    const part = { bodies: wholeBodies(answer.content), unavailable: unavailableIn(answer) }
    return { part, answer }
  } catch (failure) {
    return { part: partOfRefusal(failure, refs), answer: null }
  }
}

/** A call of which nothing can be read is refused as a whole; so is one whose budget holds not even a pointer. */
function partOfRefusal(failure: unknown, refs: readonly string[]): Part {
  if (!(failure instanceof Refused)) throw failure
  const { code, errors } = failure
  if (code === 'budget_too_small') return { bodies: [], unavailable: [] }
  if (code !== 'pointer_not_found' && code !== 'pointer_gone') throw failure
  const ruleAt = new Map(errors.map(({ pointer, rule }) => [pointer, rule]))
  return {
    bodies: [],
    unavailable: refs.map((id, index) => ({ id, code: ruleAt.get(`/refs/${index}`) ?? code })),
  }
}
