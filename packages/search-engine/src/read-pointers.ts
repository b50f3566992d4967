/** What choosing hits to read needs to know of them. */
export interface ReadableHit {
  /** Indexes of the query words it holds, each below 64. */
  readonly words: readonly number[]
  readonly passage: { readonly tokens: number }
}

/** Hits named at most. */
export const READ_POINTERS_MAX = 3

/**
 * The hits to read, cheapest first: at most READ_POINTERS_MAX that together hold the most query words, each a word that the
 * better ranked among them do not; of all such sets the one whose hits are ranked best. `hits` are best first.
 */
export function readPointers<H extends ReadableHit>(hits: readonly H[]): readonly H[] {
  const options = bestPerWords(hits)
  const choosing = new Choosing(options.map(({ words }) => words))
  choosing.extend([], 0, 0)
  const chosen = options.length === 0 ? hits.slice(0, 1) : choosing.best.map((i) => options[i]!)
  return chosen.toSorted((a, b) => a.passage.tokens - b.passage.tokens)
}

/** Of hits that hold the same words only the best is worth reading; one that holds none is not. */
function bestPerWords<H extends ReadableHit>(hits: readonly H[]): H[] {
  const best = new Map<string, H>()
  for (const hit of hits) {
    const words = hit.words.join()
    if (words !== '' && !best.has(words)) best.set(words, hit)
  }
  return [...best.values()]
}

/** Tries every choice in which each option adds a word, those with better ranked options first. Words are 64 bits in two halves. */
class Choosing {
  best: readonly number[] = []
  #count = 0
  readonly #most: number
  readonly #low: Int32Array
  readonly #high: Int32Array

  constructor(options: readonly (readonly number[])[]) {
    this.#low = Int32Array.from(options, (words) => bitsFrom(words, 0))
    this.#high = Int32Array.from(options, (words) => bitsFrom(words, 32))
    const [low, high] = [this.#low, this.#high].map((halves) => halves.reduce((a, b) => a | b, 0))
    this.#most = bitCount(low!) + bitCount(high!)
  }

  /** Adds to the options `chosen`, whose words are `low` and `high`, each that may come after them. */
  extend(chosen: readonly number[], low: number, high: number): void {
    for (let i = (chosen.at(-1) ?? -1) + 1; i < this.#low.length; i++) {
      if (this.#count === this.#most) return
      const [nextLow, nextHigh] = [low | this.#low[i]!, high | this.#high[i]!]
      if (nextLow === low && nextHigh === high) continue
      const count = bitCount(nextLow) + bitCount(nextHigh)
      const isBetter = count > this.#count
      const isFull = chosen.length + 1 === READ_POINTERS_MAX
      if (isBetter || !isFull) {
        const next = [...chosen, i]
        if (isBetter) [this.best, this.#count] = [next, count]
        if (!isFull) this.extend(next, nextLow, nextHigh)
      }
    }
  }
}

function bitsFrom(words: readonly number[], from: number): number {
  return words.reduce(
    (bits, word) => (word >= from && word < from + 32 ? bits | (1 << (word - from)) : bits),
    0,
  )
}

function bitCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
