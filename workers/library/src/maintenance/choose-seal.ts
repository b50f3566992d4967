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
}

/** Merged segments in rows are sealed when they are this large together, */
export const SEAL_BYTES = 4 * 1024 * 1024
/** or this large, once nobody writes: what a cold reader would fetch whole. */
export const SEAL_QUIET_BYTES = 256 * 1024
export const SEALED_SEGMENTS_MAX = 8

/**
 * Which segments to make one sealed segment of, or none: all merged ones in rows, and every sealed one that is no larger than what is
 * taken before it, so that a passage is rewritten only into a segment at least twice as large; and more where there would be over 8.
 */
export function chooseSeal(situation: SealSituation): readonly LiveSegment[] {
  const rows = situation.free.filter(({ sealed, merged }) => sealed === null && merged)
  const bytes = bytesOf(rows)
  if (bytes >= SEAL_BYTES || (situation.isQuiet && bytes >= SEAL_QUIET_BYTES))
    return situation.isBusy ? rows : [...rows, ...worthwhile(situation, bytes)]
  return situation.isWorn && !situation.isBusy ? oldestState(situation.free) : []
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
