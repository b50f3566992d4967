import type { SqlDatabase } from './sql-database.ts'
import { readRows, type Statement } from './statement.ts'

/** How long replaced segments, tombstones and stored answers stay, ms. */
export const KEPT_MS = 24 * 60 * 60 * 1000

/** How many rows a step took away; `isMore`: some bound was reached, step again. */
export interface Collected {
  readonly segments: number
  readonly tombstones: number
  readonly commits: number
  readonly sessions: number
  readonly isMore: boolean
}

const SEGMENTS_MAX = 200
const TOMBSTONES_MAX = 10_000
const COMMITS_MAX = 5_000
const SESSIONS_MAX = 500

/**
 * One bounded step of taking away what was replaced, answered or expired more than 24 h ago. Repeating it is safe. Reads as of a
 * version before `namespace.collectedThrough` are no longer whole.
 */
export async function collect(
  db: SqlDatabase,
  { ns, at }: { readonly ns: number; readonly at: number },
): Promise<Collected> {
  const results = await readRows(db, statements(ns, at - KEPT_MS))
  const [, , segments, tombstones, commits, , sessions] = results.map((rows) => rows.length)
  return {
    segments: segments!,
    tombstones: tombstones!,
    commits: commits!,
    sessions: sessions!,
    isMore:
      segments! >= SEGMENTS_MAX ||
      tombstones! >= TOMBSTONES_MAX ||
      commits! >= COMMITS_MAX ||
      sessions! >= SESSIONS_MAX,
  }
}

/** The log goes last: the version up to which all is old enough is read from it. */
function statements(ns: number, before: number): Statement[] {
  const old = 'SELECT collected_through FROM namespace WHERE ns = ?1'
  const dead = `SELECT seq FROM segment INDEXED BY segment_dead WHERE ns = ?1 AND dead_at <= (${old}) ORDER BY dead_at LIMIT ${SEGMENTS_MAX}`
  return [
    { sql: RAISE_COLLECTED, values: [ns, before] },
    { sql: `DELETE FROM segment_chunk WHERE ns = ?1 AND seq IN (${dead})`, values: [ns] },
    { sql: `DELETE FROM segment WHERE ns = ?1 AND seq IN (${dead}) RETURNING seq`, values: [ns] },
    {
      sql: `DELETE FROM tombstone WHERE ns = ?1 AND (version, batch, ordinal) IN (SELECT version, batch, ordinal FROM tombstone
        WHERE ns = ?1 AND version <= min((${old}), coalesce((SELECT min(built_at) FROM segment AS kept WHERE ns = ?1), (${old})))
        ORDER BY version LIMIT ${TOMBSTONES_MAX}) RETURNING 1`,
      values: [ns],
    },
    {
      sql: `DELETE FROM commit_log WHERE ns = ?1 AND version IN (SELECT version FROM commit_log WHERE ns = ?1 AND version <= (${old})
        ORDER BY version LIMIT ${COMMITS_MAX}) RETURNING 1`,
      values: [ns],
    },
    {
      sql: `DELETE FROM session_version WHERE ns = ?1 AND id IN (${EXPIRED_SESSIONS})`,
      values: [ns, before],
    },
    {
      sql: `UPDATE session SET state = NULL, etag = '', expires_at = NULL, salt = NULL, deleted_at = expires_at
        WHERE ns = ?1 AND id IN (${EXPIRED_SESSIONS}) RETURNING 1`,
      values: [ns, before],
    },
  ]
}

/** Commit times never run backwards, so all before the first young commit is old. */
const RAISE_COLLECTED = `UPDATE namespace SET collected_through = max(collected_through,
    coalesce((SELECT version - 1 FROM commit_log AS oldest WHERE ns = ?1 AND at > ?2 ORDER BY version LIMIT 1), head))
  WHERE ns = ?1`

const EXPIRED_SESSIONS = `SELECT id FROM session INDEXED BY session_expiry WHERE ns = ?1 AND expires_at IS NOT NULL
  AND expires_at <= ?2 ORDER BY expires_at LIMIT ${SESSIONS_MAX}`
