/** What a choice looks at in a live segment. */
export interface MergeCandidate {
  readonly seq: number
  /** bytes */
  readonly length: number
  /** version whose state it holds */
  readonly builtAt: number
  readonly analyser: number
  /** whether a merge made it */
  readonly merged: boolean
}

/** Live segments whose bytes are in rows, and how much of what is stored is dead. */
export interface MergeSituation<Candidate extends MergeCandidate> {
  readonly segments: readonly Candidate[]
  /** Whether fresh segments are to be merged however few they are. */
  readonly isPressed?: boolean
  readonly tombstones: number
  /** live passages of the namespace */
  readonly passages: number
}

/** Segments in rows that a namespace may have before they are merged. */
export const LIVE_SEGMENTS_AIM = 8
/** Bytes that fresh segments may have together: half of what stops writers. */
export const FRESH_BYTES_AIM = 2 * 1024 * 1024
export const MERGE_BYTES_MAX = 4 * 1024 * 1024
const TOMBSTONES_MIN = 1000
const TOMBSTONES_SHARE = 0.25

/**
 * Which segments to make one of, or none; at most 4 MB of them, or a single one. Fresh ones when they are more than 2 MB together.
 * With more than 8 live ones the smallest, up to the last that is no larger than all before it together, so that a passage is
 * rewritten only into a segment twice as large as the one it leaves. When a quarter of what is stored is dead, the segment whose
 * state is oldest alone, which lets tombstones go.
 */
export function chooseMerge<Candidate extends MergeCandidate>(
  situation: MergeSituation<Candidate>,
): readonly Candidate[] {
  const candidates = newestAnalyser(situation.segments)
  const fresh = candidates.filter(({ merged }) => !merged)
  const isPressed = situation.isPressed === true && fresh.length > 0
  if (isPressed || bytesOf(fresh) > FRESH_BYTES_AIM) return oneMerge(bySeq(fresh))
  const small = candidates.length > LIVE_SEGMENTS_AIM ? worthwhile(byLength(candidates)) : []
  if (small.length > 1) return small
  return isWorn(situation) ? byState(candidates).slice(0, 1) : []
}

/** A merge takes segments of one analyser; older ones wait for a rebuild from rows. */
function newestAnalyser<Candidate extends MergeCandidate>(segments: readonly Candidate[]): Candidate[] {
  const newest = Math.max(...segments.map(({ analyser }) => analyser))
  return segments.filter(({ analyser }) => analyser === newest)
}

/** The first ones that fit one merge: one at least. */
function oneMerge<Candidate extends MergeCandidate>(segments: readonly Candidate[]): Candidate[] {
  let sum = 0
  return segments.filter(({ length }, place) => {
    sum += length
    return place === 0 || sum <= MERGE_BYTES_MAX
  })
}

function worthwhile<Candidate extends MergeCandidate>(smallest: readonly Candidate[]): readonly Candidate[] {
  let sum = 0
  let count = 0
  for (const [place, { length }] of smallest.entries()) {
    if (sum + length > MERGE_BYTES_MAX) break
    if (length <= sum) count = place + 1
    sum += length
  }
  return smallest.slice(0, count)
}

/** Whether more than a quarter of what is stored is dead. */
export function isWorn({
  tombstones,
  passages,
}: Pick<MergeSituation<MergeCandidate>, 'tombstones' | 'passages'>): boolean {
  return tombstones > Math.max(TOMBSTONES_MIN, passages * TOMBSTONES_SHARE)
}

function bytesOf(segments: readonly MergeCandidate[]): number {
  return segments.reduce((sum, { length }) => sum + length, 0)
}

function bySeq<Candidate extends MergeCandidate>(segments: readonly Candidate[]): Candidate[] {
  return segments.toSorted((a, b) => a.seq - b.seq)
}

function byLength<Candidate extends MergeCandidate>(segments: readonly Candidate[]): Candidate[] {
  return segments.toSorted((a, b) => a.length - b.length || a.seq - b.seq)
}

function byState<Candidate extends MergeCandidate>(segments: readonly Candidate[]): Candidate[] {
  return segments.toSorted((a, b) => a.builtAt - b.builtAt || a.seq - b.seq)
}
