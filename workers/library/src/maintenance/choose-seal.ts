import type { LiveSegment } from '@cairn/memory-store/live-segments'

/** What a choice of segments to seal looks at. */
export interface SealSituation {
  /** live segments that no upload will take the place of */
  readonly free: readonly LiveSegment[]
  /** sealed segments that there are or will be, those that uploads make included */
  readonly sealed: number
  /** whether nobody has written for a while */
  readonly isQuiet: boolean
  /** whether so much of what is stored is dead that the segment of the oldest state is to be rewritten */
  readonly isWorn: boolean
  /** whether another upload is being written: then only what is in rows is taken, so that it does not wait behind large ones */
  readonly isBusy: boolean
  readonly bounds: SealBounds
}

/** How much in rows is sealed. */
export interface SealBounds {
  /** merged segments are sealed when they are this large together, */
  readonly bytes: number
  /** or this large, once nobody writes: what a cold reader would fetch whole */
  readonly quietBytes: number
}

export const SEAL_BOUNDS: SealBounds = { bytes: 4 * 1024 * 1024, quietBytes: 256 * 1024 }
export const SEALED_SEGMENTS_MAX = 8
/** Of what is in rows at most this much is taken at once: a merge holds it whole. */
const ROWS_BYTES_MAX = 16 * 1024 * 1024

/**
 * Which segments to make one sealed segment of, or none: all merged ones in rows, and every sealed one that is no larger than what is
 * taken before it, so that a passage is rewritten only into a segment at least twice as large; and more where there would be over 8.
 */
export function chooseSeal(situation: SealSituation): readonly LiveSegment[] {
  const { bounds, isQuiet } = situation
  const rows = mergedInRows(situation.free)
  const bytes = bytesOf(rows)
  if (bytes >= bounds.bytes || (isQuiet && bytes >= bounds.quietBytes))
    return situation.isBusy ? rows : [...rows, ...worthwhile(situation, bytes)]
  return situation.isWorn && !situation.isBusy ? oldestState(situation.free) : []
}

/** The oldest ones. */
function mergedInRows(free: readonly LiveSegment[]): LiveSegment[] {
  let sum = 0
  return free
    .filter(({ sealed, merged }) => sealed === null && merged)
    .filter(({ length }, place) => {
      sum += length
      return place === 0 || sum <= ROWS_BYTES_MAX
    })
}

function worthwhile({ free, sealed }: SealSituation, bytes: number): LiveSegment[] {
  const smallest = free.filter((segment) => segment.sealed !== null).toSorted((a, b) => a.length - b.length)
  const taken: LiveSegment[] = []
  let sum = bytes
  for (const segment of smallest) {
    const isTooMany = sealed - taken.length + 1 > SEALED_SEGMENTS_MAX
    if (segment.length > sum && !isTooMany) break
    taken.push(segment)
    sum += segment.length
  }
  return taken
}

function oldestState(free: readonly LiveSegment[]): LiveSegment[] {
  return free
    .filter(({ sealed }) => sealed !== null)
    .toSorted((a, b) => a.builtAt - b.builtAt)
    .slice(0, 1)
}

function bytesOf(segments: readonly LiveSegment[]): number {
  return segments.reduce((sum, { length }) => sum + length, 0)
}
