import type { ContentItem } from '@cairn/contract/crc-v1'

/** What to read: ids in the order of their worth, under `budget` tokens. */
export interface Reading {
  /** Each once. */
  readonly ids: readonly string[]
  readonly budget: number
  /** Bodies at hand, which need not be read. */
  readonly known: ReadonlyMap<string, ContentItem>
  /** Whether all of it was said to cost no more than the budget. */
  readonly isAffordable: boolean
}

/** What one call may ask for. */
export interface CallBounds {
  readonly refsMax: number
  readonly tokenBudgetMin: number
  readonly tokenBudgetMax: number
}

/** What a call gave: whole bodies at the tier asked for, and why ids cannot be read. */
export interface Part {
  readonly bodies: readonly ContentItem[]
  readonly unavailable: readonly { readonly id: string; readonly code: string }[]
}

/** Reads ids by one call; `tokenBudget` bounds the whole serialized answer, null leaves it unbounded. */
export type ReadPart = (ask: {
  readonly refs: readonly string[]
  readonly tokenBudget: number | null
}) => Promise<Part>

/** What was read, and what was not: `budget`, or the code of the service. */
export interface Read {
  readonly items: readonly ContentItem[]
  readonly leftOut: readonly { readonly id: string; readonly reason: string }[]
  /** The sum of the token counts of the items. */
  readonly tokens: number
  readonly calls: number
}

/**
 * Reads the longest run of ids, in their order, whose token counts sum to at most the budget; what cannot be read does not end the run.
 * It takes one call for each `refsMax` ids, and another where `tokenBudgetMax` was less than there was to spend.
 */
export async function readWithin(reading: Reading, bounds: CallBounds, read: ReadPart): Promise<Read> {
  const learned: Learned = {
    bodies: new Map(reading.known),
    unavailable: new Map(),
    passedOver: new Set(),
  }
  for (let calls = 0; ; calls++) {
    const run = longestRun(reading, learned)
    if (!run.goesOn) return { ...run, calls, leftOut: leftOut(reading, run, learned) }
    const ask = nextAsk(reading, { run, learned, bounds })
    learn(learned, { ask, part: await read(ask), bounds })
  }
}

/** What is known of the ids so far; the bodies of those passed over did not fit. */
interface Learned {
  readonly bodies: Map<string, ContentItem>
  readonly unavailable: Map<string, string>
  readonly passedOver: Set<string>
}

interface Run {
  readonly items: readonly ContentItem[]
  readonly tokens: number
  /** How many ids it covers. */
  readonly length: number
  /** The id after it has not been asked for, and there is something to spend. */
  readonly goesOn: boolean
}

function longestRun({ ids, budget }: Reading, { bodies, unavailable, passedOver }: Learned): Run {
  const items: ContentItem[] = []
  let tokens = 0
  for (const [length, id] of ids.entries()) {
    if (unavailable.has(id)) continue
    const body = bodies.get(id)
    if (body === undefined) {
      return { items, tokens, length, goesOn: tokens < budget && !passedOver.has(id) }
    }
    if (tokens + body.token_count > budget) return { items, tokens, length, goesOn: false }
    items.push(body)
    tokens += body.token_count
  }
  return { items, tokens, length: ids.length, goesOn: false }
}

type Ask = Parameters<ReadPart>[0]

function nextAsk(
  { ids, budget, isAffordable }: Reading,
  { run, learned, bounds }: { readonly run: Run; readonly learned: Learned; readonly bounds: CallBounds },
): Ask {
  const isOpen = (id: string) => !learned.bodies.has(id) && !learned.unavailable.has(id)
  const refs = ids.slice(run.length).filter(isOpen).slice(0, bounds.refsMax)
  return { refs, tokenBudget: isAffordable ? null : answerBudget(budget - run.tokens, refs.length, bounds) }
}

const ANSWER_TOKENS = 200
const ITEM_TOKENS = 60
/** How much more a body may cost as it stands in JSON. */
const ESCAPED_SHARE = 1.25

/** A budget for a whole answer that does not keep back a body that fits: bodies, what is said around each, and around all. */
function answerBudget(tokens: number, refs: number, { tokenBudgetMin, tokenBudgetMax }: CallBounds): number {
  const needed = Math.ceil(tokens * ESCAPED_SHARE) + ITEM_TOKENS * refs + ANSWER_TOKENS
  return Math.min(tokenBudgetMax, Math.max(tokenBudgetMin, needed))
}

/**
 * What a call did not give did not fit; where the call could not be given all there was to spend, that is certain of its first id
 * alone, and of none when telling of what is gone took some of it.
 */
function learn(
  { bodies, unavailable, passedOver }: Learned,
  { ask, part, bounds }: { readonly ask: Ask; readonly part: Part; readonly bounds: CallBounds },
): void {
  for (const body of part.bodies) bodies.set(body.id, body)
  for (const { id, code } of part.unavailable) unavailable.set(id, code)
  for (const id of certainOf(ask, part, bounds))
    if (!bodies.has(id) && !unavailable.has(id)) passedOver.add(id)
}

function certainOf(
  { refs, tokenBudget }: Ask,
  part: Part,
  { tokenBudgetMax }: CallBounds,
): readonly string[] {
  if (tokenBudget !== tokenBudgetMax) return refs
  return part.unavailable.length > 0 ? [] : refs.slice(0, 1)
}

function leftOut({ ids }: Reading, { length }: Run, { unavailable }: Learned): Read['leftOut'] {
  return ids.flatMap((id, place) => {
    const code = unavailable.get(id)
    if (code !== undefined) return [{ id, reason: code }]
    return place < length ? [] : [{ id, reason: 'budget' }]
  })
}
