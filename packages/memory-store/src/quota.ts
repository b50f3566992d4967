import type { Statement } from './statement.ts'

/** What a namespace may hold; null is without bound. The namespace's own quota, where set, wins. */
export interface Quota {
  readonly passagesMax: number | null
  readonly bytesMax: number | null
}

/** False when the namespace holds more than it may, counting what this commit adds. */
export function guardQuota(ns: number, { passagesMax, bytesMax }: Quota): Statement {
  const sql = `INSERT INTO guard SELECT passages <= coalesce(passages_max, ?2, passages)
    AND bytes <= coalesce(bytes_max, ?3, bytes), 'over_quota' FROM namespace WHERE ns = ?1`
  return { sql, values: [ns, passagesMax, bytesMax] }
}
