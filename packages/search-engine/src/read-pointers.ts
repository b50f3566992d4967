/** What choosing hits to read needs to know of them. */
export interface ReadableHit {
  /** Indexes of the query words it holds, each below 64. */
  readonly words: readonly number[]
  readonly passage: { readonly tokens: number }
}

/** Hits named at most. */
export const READ_POINTERS_MAX = 3

/**
 * The fewest hits that together hold every query word any of them holds, the cheapest such set in tokens, cheapest
 * hit first; at most READ_POINTERS_MAX, and then those that hold the most words. Ties go to the better ranked.
 */
export function readPointers<H extends ReadableHit>(hits: readonly H[]): readonly H[] {
  const options = cheapestPerWords(hits)
  const all = options.reduce(add, NOTHING)
  let best: Choice = NOTHING
  for (let size = 1; size <= READ_POINTERS_MAX && (size === 1 || countOf(best) < countOf(all)); size++) {
    for (const choice of choices(options, size)) if (isBetter(choice, best)) best = choice
  }
  return best.hits.map((i) => options[i]!.hit).toSorted((a, b) => a.passage.tokens - b.passage.tokens)
}

/** Some options taken together: the words they hold as 64 bits, what they cost, and their numbers. */
interface Choice {
  readonly low: number
  readonly high: number
  readonly tokens: number
  readonly hits: readonly number[]
}

const NOTHING: Choice = { low: 0, high: 0, tokens: 0, hits: [] }

interface Option<H> extends Choice {
  readonly hit: H
}

/** Of hits that hold the same words only the cheapest can be chosen. */
function cheapestPerWords<H extends ReadableHit>(hits: readonly H[]): Option<H>[] {
  const cheapest = new Map<string, H>()
  for (const hit of hits) {
    const known = cheapest.get(hit.words.join())
    if (known === undefined || hit.passage.tokens < known.passage.tokens) cheapest.set(hit.words.join(), hit)
  }
  return Array.from(cheapest.values(), (hit, i) => optionOf(hit, i))
}

function optionOf<H extends ReadableHit>(hit: H, i: number): Option<H> {
  const bits = (from: number) =>
    hit.words.reduce(
      (mask, word) => (word >= from && word < from + 32 ? mask | (1 << (word - from)) : mask),
      0,
    )
  return { hit, low: bits(0), high: bits(32), tokens: hit.passage.tokens, hits: [i] }
}

function add(a: Choice, b: Choice): Choice {
  return {
    low: a.low | b.low,
    high: a.high | b.high,
    tokens: a.tokens + b.tokens,
    hits: [...a.hits, ...b.hits],
  }
}

/** Every choice of `size` options, in ranked order. */
function* choices(options: readonly Choice[], size: number, from = 0, chosen = NOTHING): Generator<Choice> {
  if (size === 0) yield chosen
  else {
    for (let i = from; i <= options.length - size; i++) {
      yield* choices(options, size - 1, i + 1, add(chosen, options[i]!))
    }
  }
}

function isBetter(a: Choice, b: Choice): boolean {
  if (b.hits.length === 0) return true
  const words = countOf(a) - countOf(b)
  if (words !== 0) return words > 0
  return a.hits.length < b.hits.length || (a.hits.length === b.hits.length && a.tokens < b.tokens)
}

/** How many words a choice holds. */
function countOf({ low, high }: Choice): number {
  return bitCount(low) + bitCount(high)
}

function bitCount(mask: number): number {
  let count = 0
  for (let rest = mask >>> 0; rest !== 0; rest &= rest - 1) count++
  return count
}
