/**
 * How many tokens byte-pair encoding makes of a byte string: the adjacent pair of the lowest rank is merged, leftmost
 * first, until no pair has a rank. A heap of pairs keeps it at n log n, where rescanning all pairs is quadratic.
 */
export function countMerged(bytes: string, ranks: ReadonlyMap<string, number>): number {
  return new MergeState(bytes, ranks).mergeAll()
}

const TOKEN_BYTES_MAX = 256
const NO_RANK = 0xffffffff
/** A heap entry is rank * POSITIONS + start: ordered by rank, then leftmost, exact below 2^53. */
const POSITIONS = 2 ** 32

/**
 * The rank of two parts joined, by the ranks of the parts, which stand for their bytes; NO_RANK where it is none.
 * A number is found faster than a string, and few pairs make up most of a text.
 */
const joinedRanksOf = new WeakMap<ReadonlyMap<string, number>, Map<number, number>>()
const JOINED_MAX = 200_000
const RANKS = 2 ** 20

/** The parts of the string as a linked list over byte offsets, and the rank of each part joined with its successor. */
class MergeState {
  private readonly bytes: string
  private readonly ranks: ReadonlyMap<string, number>
  private readonly next: Uint32Array
  private readonly previous: Uint32Array
  private readonly rank: Uint32Array
  private readonly pairRank: Uint32Array
  private readonly joinedRanks: Map<number, number>
  private readonly heap = new MinHeap()

  constructor(bytes: string, ranks: ReadonlyMap<string, number>) {
    this.bytes = bytes
    this.ranks = ranks
    this.joinedRanks = joinedRanksOf.get(ranks) ?? new Map()
    joinedRanksOf.set(ranks, this.joinedRanks)
    const { length } = bytes
    this.next = new Uint32Array(length + 1)
    this.previous = new Uint32Array(length + 1)
    this.rank = new Uint32Array(length + 1)
    this.pairRank = new Uint32Array(length + 1).fill(NO_RANK)
    for (let i = 0; i <= length; i++) {
      this.next[i] = Math.min(i + 1, length)
      this.previous[i] = Math.max(i - 1, 0)
      if (i < length) this.rank[i] = ranks.get(bytes[i]!) ?? NO_RANK
    }
    for (let start = 0; start + 1 < length; start++) this.rankPairAt(start)
  }

  mergeAll(): number {
    let parts = this.bytes.length
    for (let entry = this.heap.pop(); entry !== undefined; entry = this.heap.pop()) {
      const start = entry % POSITIONS
      if (this.pairRank[start] !== Math.floor(entry / POSITIONS)) continue
      this.mergeAt(start)
      parts--
    }
    return parts
  }

  private mergeAt(start: number): void {
    const absorbed = this.next[start]!
    const after = this.next[absorbed]!
    this.rank[start] = this.pairRank[start]!
    this.pairRank[absorbed] = NO_RANK
    this.next[start] = after
    this.previous[after] = start
    this.rankPairAt(start)
    if (start > 0) this.rankPairAt(this.previous[start]!)
  }

  private rankPairAt(start: number): void {
    const middle = this.next[start]!
    const end = this.next[middle]!
    const isPair = middle < this.bytes.length && end - start <= TOKEN_BYTES_MAX
    const rank = isPair ? this.joinedRank(start, middle, end) : NO_RANK
    this.pairRank[start] = rank
    if (rank !== NO_RANK) this.heap.push(rank * POSITIONS + start)
  }

  private joinedRank(start: number, middle: number, end: number): number {
    const key = this.rank[start]! * RANKS + this.rank[middle]!
    const known = this.joinedRanks.get(key)
    if (known !== undefined) return known
    const rank = this.ranks.get(this.bytes.slice(start, end)) ?? NO_RANK
    if (this.rank[start] === NO_RANK || this.rank[middle] === NO_RANK) return rank
    if (this.joinedRanks.size >= JOINED_MAX) this.joinedRanks.clear()
    this.joinedRanks.set(key, rank)
    return rank
  }
}

/** A binary min-heap of numbers. */
class MinHeap {
  private readonly entries: number[] = []

  push(entry: number): void {
    const { entries } = this
    let at = entries.length
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (entries[parent]! <= entry) break
      entries[at] = entries[parent]!
      at = parent
    }
    entries[at] = entry
  }

  pop(): number | undefined {
    const { entries } = this
    const least = entries[0]
    const last = entries.pop()
    if (entries.length > 0 && last !== undefined) this.sink(last)
    return least
  }

  private sink(entry: number): void {
    const { entries } = this
    let at = 0
    for (let child = 1; child < entries.length; child = 2 * at + 1) {
      if (child + 1 < entries.length && entries[child + 1]! < entries[child]!) child++
      if (entries[child]! >= entry) break
      entries[at] = entries[child]!
      at = child
    }
    entries[at] = entry
  }
}
