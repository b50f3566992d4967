/** What choosing hits to read needs to know of them. */
export interface ReadableHit {
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
  let best: readonly H[] = []
  for (let size = 1; size <= READ_POINTERS_MAX; size++) {
    for (const chosen of subsets(options, size)) if (isBetter(chosen, best)) best = chosen
  }
  return best.toSorted((a, b) => a.passage.tokens - b.passage.tokens)
}

/** Of hits that hold the same words only the cheapest can be chosen. */
function cheapestPerWords<H extends ReadableHit>(hits: readonly H[]): H[] {
  const cheapest = new Map<string, H>()
  for (const hit of hits) {
    const known = cheapest.get(hit.words.join())
    if (known === undefined || hit.passage.tokens < known.passage.tokens) cheapest.set(hit.words.join(), hit)
  }
  return [...cheapest.values()]
}

function* subsets<H>(options: readonly H[], size: number, from = 0): Generator<readonly H[]> {
  if (size === 0) yield []
  else {
    for (let i = from; i <= options.length - size; i++) {
      for (const rest of subsets(options, size - 1, i + 1)) yield [options[i]!, ...rest]
    }
  }
}

function isBetter(a: readonly ReadableHit[], b: readonly ReadableHit[]): boolean {
  const held = wordCount(a) - wordCount(b)
  if (b.length === 0 || held !== 0) return b.length === 0 || held > 0
  return a.length < b.length || (a.length === b.length && tokensOf(a) < tokensOf(b))
}

function wordCount(hits: readonly ReadableHit[]): number {
  return new Set(hits.flatMap((hit) => hit.words)).size
}

function tokensOf(hits: readonly ReadableHit[]): number {
  return hits.reduce((sum, hit) => sum + hit.passage.tokens, 0)
}
