import type { LaneResults, Near } from './lanes/lane.ts'
import type { Found, Place } from './ranking.ts'
import { bestOf, type Gain, type Scores } from './scores.ts'
import type { LaneName } from './search-request.ts'

/**
 * What the best of the content (words: Bm25, Topology and their sum; vectors: Dense) and of the names (Indexing) counts
 * for. Keys and quotes score from 0.85 in the Indexing lane and entity words at most 0.1, so that the first tier is
 * above everything else: 0.6 × 0.85 > 0.4 + 0.6 × 0.1.
 */
const CONTENT_WEIGHT = 0.4
const NAMES_WEIGHT = 0.6
/** The part of the content that vectors count for beside words (decision 0047). */
const VECTORS_PART = 0.3

/** The candidates that may be hits and that some lane scores, ascending. */
export function hitsAmong(eligible: Uint8Array, results: LaneResults): Uint32Array {
  const { Bm25, Topology, Indexing, Dense } = results
  const lanes = [Bm25, Topology?.added, Indexing?.scores, Dense?.scores]
  const [one, ...others] = lanes.filter((scores) => scores != null)
  const hits = new Uint32Array(eligible.length)
  let count = 0
  if (one === undefined) return hits.subarray(0, 0)
  for (let i = 0; i < eligible.length; i++)
    if (eligible[i] === 1 && (one[i]! > 0 || others.some((scores) => scores[i]! > 0))) hits[count++] = i
  return hits.subarray(0, count)
}

/** Fused scores, 0..1: the weighted sum of each lane's scores over its best. */
export class Fusion implements Found {
  readonly hits: Uint32Array
  readonly least: Float64Array
  readonly factor: number
  readonly gain: Gain | null
  readonly #results: LaneResults
  readonly #sums: Float64Array
  readonly #bestSum: number
  readonly #names: Float64Array | null
  readonly #near: Near | null
  readonly #shares: Shares
  readonly #scale: number = 1
  readonly #top: Top | null

  constructor(results: LaneResults, hits: Uint32Array, top: Top | null = null) {
    this.hits = hits
    this.gain = results.Topology?.gain ?? null
    this.#results = results
    this.#top = top
    this.#sums = top?.sums ?? sumsOf(results, hits)
    this.#bestSum = top?.bestSum ?? bestOf(hits, this.#known(this.#sums))
    this.#names = results.Indexing?.scores ?? null
    this.#near = results.Dense ?? null
    this.#shares = sharesOf(results)
    this.factor = this.#bestSum === 0 ? 0 : this.#shares.words / this.#bestSum
    this.least = this.#fused()
    if (top === null) return
    const scale = this.#scaleUnder(top.head)
    this.factor *= scale
    this.#scale = scale
    if (scale < 1) for (let i = 0; i < hits.length; i++) this.least[hits[i]!]! *= scale
    for (const { candidate, score } of top.head) this.least[candidate] = score
  }

  of(candidate: number): number {
    if (this.gain === null || this.gain.most[candidate] === 0 || this.#isTop(candidate))
      return this.least[candidate]!
    const sum = this.#sums[candidate]! + this.gain.of(candidate)
    return this.#fusedOf(sum, candidate) * this.#scale
  }

  /**
   * The ranking with `added` to the Topology scores of every hit but those of `head`, the best ones, which stay on
   * top. Words together count for no more than they did, so that the first tier stays above them.
   */
  below(head: readonly Place[], added: Float64Array): Fusion {
    const { Topology } = this.#results
    if (Topology === undefined) return this
    for (const { candidate } of head) added[candidate] = 0
    const sums = this.#sums.slice()
    for (let i = 0; i < this.hits.length; i++) sums[this.hits[i]!]! += added[this.hits[i]!]!
    const others = without(head, sums)
    const bestSum = Math.max(bestOf(this.hits, this.#known(others)), this.#bestSum)
    if (Topology.added !== null) for (let i = 0; i < added.length; i++) added[i]! += Topology.added[i]!
    const results = { ...this.#results, Topology: { ...Topology, added } }
    return new Fusion(results, this.hits, { head, fusion: this, sums, bestSum })
  }

  /** Each lane's part of a hit's score; they sum to it. */
  parts(candidate: number): Record<LaneName, number> {
    if (this.#isTop(candidate)) return this.#top!.fusion.parts(candidate)
    const { Bm25, Topology } = this.#results
    const told = (Topology?.added?.[candidate] ?? 0) + (this.gain?.of(candidate) ?? 0)
    return {
      Bm25: this.factor * (Bm25?.[candidate] ?? 0),
      Indexing: this.#scale * this.#shares.names * (this.#names?.[candidate] ?? 0),
      Topology: this.factor * told,
      Dense: this.#scale * this.#nearness(candidate),
    }
  }

  #isTop(candidate: number): boolean {
    return this.#top?.head.some((place) => place.candidate === candidate) ?? false
  }

  /** What words, vectors and names come to, before what is gained. */
  #fused(): Float64Array {
    const fused = new Float64Array(this.#sums.length)
    const { hits } = this
    for (let i = 0; i < hits.length; i++) fused[hits[i]!] = this.#fusedOf(this.#sums[hits[i]!]!, hits[i]!)
    return fused
  }

  #fusedOf(sum: number, candidate: number): number {
    const words = sum === 0 ? 0 : (this.#shares.words * sum) / this.#bestSum
    const content = this.#near === null ? words : words + this.#nearness(candidate)
    return this.#names === null ? content : content + this.#shares.names * this.#names[candidate]!
  }

  #nearness(candidate: number): number {
    if (this.#near === null) return 0
    const { scores, best } = this.#near
    return (this.#shares.vectors * scores[candidate]!) / best
  }

  /** What scores are multiplied by to be under those of `head`; 1 where they are already. */
  #scaleUnder(head: readonly Place[]): number {
    const bound = UNDER * Math.min(...head.map(({ score }) => score))
    const { factor, gain } = this
    const least = without(head, this.least)
    const of = (candidate: number) => least[candidate]! + factor * (gain?.of(candidate) ?? 0)
    const best = bestOf(this.hits, { least, factor, gain, of })
    return best > bound ? bound / best : 1
  }

  /** Sums with what is gained on top. */
  #known(sums: Float64Array): Scores {
    const { gain } = this
    return { least: sums, factor: 1, gain, of: (candidate) => sums[candidate]! + (gain?.of(candidate) ?? 0) }
  }
}

/** The best places, the ranking they are the best of, and what words come to in the ranking below them. */
interface Top {
  readonly head: readonly Place[]
  readonly fusion: Fusion
  readonly sums: Float64Array
  readonly bestSum: number
}

/** What the words and what is told on top of them come to, before what is gained. */
function sumsOf({ Bm25, Topology, Indexing, Dense }: LaneResults, hits: Uint32Array): Float64Array {
  const added = Topology?.added ?? null
  if (Bm25 === undefined) return added ?? new Float64Array((Indexing?.evidence ?? Dense?.scores)?.length ?? 0)
  if (added === null) return Bm25
  const sums = Bm25.slice()
  for (let i = 0; i < hits.length; i++) sums[hits[i]!]! += added[hits[i]!]!
  return sums
}

/** The scores, so low for those of `head` that nothing gained lifts them. */
function without(head: readonly Place[], scores: Float64Array): Float64Array {
  const others = scores.slice()
  for (const { candidate } of head) others[candidate] = Number.NEGATIVE_INFINITY
  return others
}

/** Small enough a gap not to be seen, and large enough to survive rounding. */
const UNDER = 0.999

/** Weights of the lanes that ran, scaled so that the best possible score is 1. */
interface Shares {
  readonly words: number
  readonly vectors: number
  readonly names: number
}

function sharesOf({ Bm25, Topology, Dense, Indexing }: LaneResults): Shares {
  const hasWords = Bm25 !== undefined || Topology !== undefined
  const part = Dense === undefined ? 0 : hasWords ? VECTORS_PART : 1
  const hasContent = hasWords || part > 0
  const total = (hasContent ? CONTENT_WEIGHT : 0) + (Indexing === undefined ? 0 : NAMES_WEIGHT)
  const content = CONTENT_WEIGHT / total
  return { words: content * (1 - part), vectors: content * part, names: NAMES_WEIGHT / total }
}
