import { type Filter, filterRows } from './filter.ts'
import type { Segment } from './segment.ts'

/** For each segment one byte a row: 1 where the passage is live and satisfies the filter. */
export function eligibleRows(
  segments: readonly Segment[],
  dead: ReadonlySet<string>,
  filter: Filter | null,
): readonly Uint8Array[] {
  const rows = segments.map((segment) =>
    filter === null ? new Uint8Array(segment.counts.passages).fill(1) : filterRows(segment, filter),
  )
  for (const pointer of dead) {
    const [batch, ordinal] = pointer.split(':').map(Number)
    for (const [i, segment] of segments.entries()) {
      const row = segment.identity.rowOf(batch!, ordinal!)
      if (row >= 0) rows[i]![row] = 0
    }
  }
  return rows
}
