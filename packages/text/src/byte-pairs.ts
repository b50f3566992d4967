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

/** The parts of the string as a linked list over byte offsets, and the rank of each part joined with its successor. */
class MergeState {
  private readonly bytes: string
  private readonly ranks: ReadonlyMap<string, number>
  private readonly next: Uint32Array
  private readonly previous: Uint32Array
  private readonly pairRank: Uint32Array
  private readonly heap = new MinHeap()

  constructor(bytes: string, ranks: ReadonlyMap<string, number>) {
    this.bytes = bytes
    this.ranks = ranks
    const { length } = bytes
    this.next = Uint32Array.from({ length: length + 1 }, (_, i) => Math.min(i + 1, length))
    this.previous = Uint32Array.from({ length: length + 1 }, (_, i) => Math.max(i - 1, 0))
    this.pairRank = new Uint32Array(length + 1).fill(NO_RANK)
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
    const rank = isPair ? this.ranks.get(this.bytes.slice(start, end)) : undefined
    this.pairRank[start] = rank ?? NO_RANK
    if (rank !== undefined) this.heap.push(rank * POSITIONS + start)
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
