import type { LiveSegments } from '@cairn/memory-store/live-segments'

/** What a choice looks at in a live segment. */
export type FoldCandidate = Pick<
  LiveSegments['segments'][number],
  'seq' | 'length' | 'analyser' | 'format' | 'merged'
>

/** Fresh segments that are worth folding into one. */
export const FOLD_EVERY = 16
const SEGMENT_BYTES_MAX = 64 * 1024
const FOLD_BYTES_MAX = 1024 * 1024

/**
 * Which fresh segments to make one of, oldest first, or none: writing facts one by one leaves many small ones. `taken` are those that
 * a merge under way has for its inputs.
 */
export function chooseFold<Candidate extends FoldCandidate>(
  segments: readonly Candidate[],
  taken: ReadonlySet<number>,
): Candidate[] {
  const newest = segments.at(-1)
  const small = segments.filter(
    ({ seq, length, analyser, format, merged }) =>
      !merged &&
      !taken.has(seq) &&
      length <= SEGMENT_BYTES_MAX &&
      analyser === newest!.analyser &&
      format === newest!.format,
  )
  let bytes = 0
  const fitting = small.filter(({ length }) => {
    bytes += length
    return bytes <= FOLD_BYTES_MAX
  })
  return fitting.length < FOLD_EVERY ? [] : fitting
}
