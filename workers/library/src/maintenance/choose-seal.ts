import type { LiveSegment } from '@cairn/memory-store/live-segments'

/** What a choice of segments to seal looks at. */
export interface SealSituation {
  /** live segments that no upload will take the place of */
  readonly free: readonly LiveSegment[]
  readonly live: readonly LiveSegment[]
  /** how many segments are being made in KV, or wait to be named */
  readonly uploads: number
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
/** What is made into one segment: a head has room for half as much again. */
export const SEGMENT_BYTES_MAX = 1024 * 1024 * 1024
/** Once nobody writes, a byte is sealed only where at most so many are rewritten for it. */
export const REWRITES_MAX = 256
/** Of what is in rows at most this much is taken at once: a merge holds it whole. */
const ROWS_BYTES_MAX = 16 * 1024 * 1024

/**
 * Which segments to make one sealed segment of, or none. While somebody writes: all merged ones in rows, and every sealed one that is no
 * larger than what is taken before it, so that a passage is rewritten only into a segment at least twice as large; and more where there
 * would be over 8. Once nobody does: all there are.
 */
export function chooseSeal(situation: SealSituation): readonly LiveSegment[] {
  const { isQuiet, isWorn, isBusy, free } = situation
  const rows = rowsToSeal(situation)
  const all = isQuiet && situation.uploads === 0 ? allAsOne(free, rows) : []
  if (all.length > 0) return all
  if (rows.length > 0) return isBusy ? rows : [...rows, ...worthwhile(situation, bytesOf(rows))]
  return isWorn && !isBusy ? oldestState(free) : []
}

/** From how many bytes on what is in rows is sealed once nobody writes: what is little beside the largest segment stays in rows. */
export function quietBytes(live: readonly LiveSegment[], bounds: SealBounds): number {
  return Math.max(bounds.quietBytes, largestOf(live.filter(isSealed)) / REWRITES_MAX)
}

function rowsToSeal({ free, live, isQuiet, bounds }: SealSituation): LiveSegment[] {
  const rows = mergedInRows(free)
  const bytes = bytesOf(rows)
  return bytes >= bounds.bytes || (isQuiet && bytes >= quietBytes(live, bounds)) ? rows : []
}

/** All sealed segments and some in rows, unless the largest would be rewritten for too little, or they are too much for one segment. */
function allAsOne(free: readonly LiveSegment[], rows: readonly LiveSegment[]): LiveSegment[] {
  const all = [...rows, ...free.filter(isSealed)]
  const [bytes, largest] = [bytesOf(all), largestOf(all)]
  return bytes <= SEGMENT_BYTES_MAX && (bytes - largest) * REWRITES_MAX >= largest ? all : []
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

function worthwhile({ free, live, uploads }: SealSituation, bytes: number): LiveSegment[] {
  const smallest = free.filter(isSealed).toSorted((a, b) => a.length - b.length)
  const sealed = live.filter(isSealed).length + uploads
  const taken: LiveSegment[] = []
  let sum = bytes
  for (const segment of smallest) {
    const isTooMany = sealed - taken.length + 1 > SEALED_SEGMENTS_MAX
    if ((segment.length > sum && !isTooMany) || sum + segment.length > SEGMENT_BYTES_MAX) break
    taken.push(segment)
    sum += segment.length
  }
  return taken
}

function oldestState(free: readonly LiveSegment[]): LiveSegment[] {
  return free
    .filter(isSealed)
    .toSorted((a, b) => a.builtAt - b.builtAt)
    .slice(0, 1)
}

function isSealed({ sealed }: LiveSegment): boolean {
  return sealed !== null
}

function largestOf(segments: readonly LiveSegment[]): number {
  return Math.max(0, ...segments.map(({ length }) => length))
}

function bytesOf(segments: readonly LiveSegment[]): number {
  return segments.reduce((sum, { length }) => sum + length, 0)
}
