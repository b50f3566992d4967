import type { ContentItem, Pointer, Tier } from '@cairn/contract/crc-v1'

/** One thing an answer may carry: its pointer, what its bodies cost, and those the caller has at hand. */
export interface Item {
  readonly pointer: Pointer
  readonly tokens: { readonly summary: number; readonly full: number }
  readonly texts: { readonly summary?: string; readonly full?: string }
}

/** What goes into an answer: the pointers shown, their bodies, and what was left out. */
export interface Fitted {
  readonly pointers: readonly Pointer[]
  /** Absent at pointer tier. */
  readonly content?: readonly ContentItem[]
  /** How many of the items are on the page; a cursor goes on behind them. */
  readonly shown: number
  /** Items on the page that carry less than was asked for. */
  readonly demoted: number
}

/** The least number of tokens that would hold one pointer, when the budget does not. */
export interface TooSmall {
  readonly tokensLeast: number
}

/** Renders an answer and says how many tokens it costs as it is sent. */
export type Measure = (fitted: Fitted) => Promise<number>

/** Every item at the tier asked for. */
export function everything(items: readonly Item[], tier: Tier): Fitted {
  return compose(items, { tier, bodies: items.length, summaries: 0, bare: 0 })
}

/**
 * The most of `items`, in their order, that stays within `budget` tokens as measured: whole bodies first, one summary
 * where the next body does not fit, then bare pointers. At pointer tier only the number of pointers is fitted.
 */
export async function fitAnswer(
  items: readonly Item[],
  asked: { readonly tier: Tier; readonly budget: number; readonly measure: Measure },
): Promise<Fitted | TooSmall> {
  const { tier, budget, measure } = asked
  const within = async (cut: Cut) => (await measure(compose(items, cut))) <= budget
  const bodies =
    tier === 'pointer'
      ? 0
      : await largest(items.length, (n) => within({ tier, bodies: n, summaries: 0, bare: 0 }))
  const rest = items.length - bodies
  const summaries =
    tier === 'full' && rest > 0 && (await within({ tier, bodies, summaries: 1, bare: 0 })) ? 1 : 0
  const bare = await largest(rest - summaries, (n) => within({ tier, bodies, summaries, bare: n }))
  const fitted = compose(items, { tier, bodies, summaries, bare })
  if (fitted.shown > 0 || items.length === 0) return fitted
  return { tokensLeast: await measure(compose(items, { tier, bodies: 0, summaries: 0, bare: 1 })) }
}

/** How many items, from the first, come with a body, then with a summary, then as bare pointers. */
interface Cut {
  readonly tier: Tier
  readonly bodies: number
  readonly summaries: number
  readonly bare: number
}

function compose(items: readonly Item[], cut: Cut): Fitted {
  const shown = items.slice(0, cut.bodies + cut.summaries + cut.bare)
  if (cut.tier === 'pointer')
    return { pointers: shown.map((item) => item.pointer), shown: shown.length, demoted: 0 }
  const content = shown.map((item, index) => contentOf(item, carriedTier(index, cut), cut.tier))
  return {
    pointers: shown.map((item, index) =>
      content[index] === null ? item.pointer : withoutEpitome(item.pointer),
    ),
    content: content.filter((item) => item !== null),
    shown: shown.length,
    demoted: content.filter((item) => item === null || item.tier !== undefined).length,
  }
}

function carriedTier(index: number, cut: Cut): Tier {
  if (index < cut.bodies) return cut.tier
  return index < cut.bodies + cut.summaries ? 'summary' : 'pointer'
}

/** The body of an item; null where it comes as a bare pointer. */
function contentOf(item: Item, carried: Tier, asked: Tier): ContentItem | null {
  const text = carried === 'pointer' ? undefined : item.texts[carried]
  if (text === undefined || carried === 'pointer') return null
  const tier = carried === asked ? {} : { tier: carried }
  return { id: item.pointer.id, text, token_count: item.tokens[carried], ...tier }
}

/** The body says all that the epitome would, and it would be paid for twice. */
function withoutEpitome(pointer: Pointer): Pointer {
  const { epitome: _epitome, complete: _complete, ...rest } = pointer
  return rest
}

/** The largest n in 0..most for which `holds(n)`, given that it holds for 0 and, once false, stays false. */
async function largest(most: number, holds: (n: number) => Promise<boolean>): Promise<number> {
  let low = 0
  let high = most
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (await holds(middle)) low = middle
    else high = middle - 1
  }
  return low
}
