import type { SqlDatabase } from '@cairn/memory-store/sql-database'
import { readTombstones } from '@cairn/memory-store/tombstone'

/** Whether a passage was buried in a version after one, up to and including another. */
export async function buriedBetween(
  db: SqlDatabase,
  versions: { readonly ns: number; readonly after: number; readonly through: number },
): Promise<(batch: number, ordinal: number) => boolean> {
  const buried = new Map<number, Set<number>>()
  for (const { batch, ordinal } of await readTombstones(db, versions)) {
    const ordinals = buried.get(batch) ?? new Set()
    buried.set(batch, ordinals.add(ordinal))
  }
  return (batch, ordinal) => buried.get(batch)?.has(ordinal) ?? false
}
