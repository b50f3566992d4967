/** What a choice looks at in a live segment. */
export interface MergeCandidate {
  readonly seq: number
  /** bytes */
  readonly length: number
  /** version whose state it holds */
  readonly builtAt: number
  readonly analyser: number
}

/** Live segments, and how much of what they hold is dead. */
export interface MergeSituation<Candidate extends MergeCandidate> {
  readonly segments: readonly Candidate[]
  readonly tombstones: number
  /** live passages of the namespace */
  readonly passages: number
}

/** Live segments a namespace may have before they are merged. */
export const LIVE_SEGMENTS_AIM = 8
export const MERGE_BYTES_MAX = 4 * 1024 * 1024
const TOMBSTONES_MIN = 1000
const TOMBSTONES_SHARE = 0.25

/**
 * Which segments to make one of, or none. With more than 8 live ones: the smallest ones, up to the last that is no larger than all
 * before it together and to 4 MB, so that a passage is rewritten only into a segment twice as large as the one it leaves. When a
 * quarter of what is stored is dead, the segment whose state is oldest is rewritten alone, which lets tombstones go.
 */
export function chooseMerge<Candidate extends MergeCandidate>({
  segments,
  tombstones,
  passages,
}: MergeSituation<Candidate>): readonly Candidate[] {
  const analyser = Math.max(...segments.map((segment) => segment.analyser))
  const smallest = segments
    .filter((segment) => segment.analyser === analyser)
    .sort((a, b) => a.length - b.length || a.seq - b.seq)
  if (smallest.length > LIVE_SEGMENTS_AIM) {
    const chosen = smallest.slice(0, worthwhile(smallest))
    if (chosen.length > 1) return chosen
  }
  const isWorn = tombstones > Math.max(TOMBSTONES_MIN, passages * TOMBSTONES_SHARE)
  return isWorn ? [...segments].sort((a, b) => a.builtAt - b.builtAt || a.seq - b.seq).slice(0, 1) : []
}

/** How many of the segments, smallest first. */
function worthwhile(smallest: readonly MergeCandidate[]): number {
  let sum = 0
  let count = 0
  for (const [place, { length }] of smallest.entries()) {
    if (sum + length > MERGE_BYTES_MAX) break
    if (length <= sum) count = place + 1
    sum += length
  }
  return count
}
