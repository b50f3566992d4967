import type { SqlDatabase } from './sql-database.ts'
import { readRows, type Statement } from './statement.ts'

/** How long stored answers and what a sealed segment replaced stay, ms. */
export const KEPT_MS = 24 * 60 * 60 * 1000
/** How long what readers as of an earlier version need stays, ms. */
export const WALKED_MS = 60 * 60 * 1000

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
 * One bounded step of taking away what was replaced, answered or expired long enough ago. Repeating it is safe. Keys in KV are left to
 * `collectKeys`. Reads as of a version before `namespace.collectedThrough`, an hour ago, are no longer whole.
 */
export async function collect(
  db: SqlDatabase,
  { ns, at }: { readonly ns: number; readonly at: number },
): Promise<Collected> {
  const results = await readRows(db, statements(ns, at))
  const [, , , segments, tombstones, commits, , sessions] = results.map((rows) => rows.length)
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

/** The log goes last: the versions up to which all is old enough are read from it. */
function statements(ns: number, at: number): Statement[] {
  const walked = 'SELECT collected_through FROM namespace WHERE ns = ?1'
  const before = at - KEPT_MS
  return [
    { sql: RAISE_COLLECTED, values: [ns, at - WALKED_MS] },
    { sql: `DELETE FROM segment_chunk WHERE ns = ?1 AND seq IN (${REPLACED})`, values: [ns, before] },
    { sql: RELEASE_KEYS, values: [ns, before] },
    { sql: `DELETE FROM segment WHERE ns = ?1 AND seq IN (${REPLACED}) RETURNING seq`, values: [ns, before] },
    {
      sql: `DELETE FROM tombstone WHERE ns = ?1 AND (version, batch, ordinal) IN (SELECT version, batch, ordinal FROM tombstone
        WHERE ns = ?1 AND version <= min((${walked}), ${NEEDED_FROM}) ORDER BY version LIMIT ${TOMBSTONES_MAX}) RETURNING 1`,
      values: [ns],
    },
    {
      sql: `DELETE FROM commit_log WHERE ns = ?1 AND version IN (SELECT version FROM commit_log WHERE ns = ?1
        AND version <= ${lastBefore('?2')} ORDER BY version LIMIT ${COMMITS_MAX}) RETURNING 1`,
      values: [ns, before],
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

/** The last version made by an instant. Commit times never run backwards, so all before the first young commit is old. */
function lastBefore(instant: string): string {
  return `coalesce((SELECT version - 1 FROM commit_log AS oldest WHERE ns = ?1 AND at > ${instant} ORDER BY version LIMIT 1),
    (SELECT head FROM namespace WHERE ns = ?1))`
}

const RAISE_COLLECTED = `UPDATE namespace SET collected_through = max(collected_through, ${lastBefore('?2')}) WHERE ns = ?1`

/**
 * Replaced segments that nobody needs. Whoever replaced one has the version at which it died as its seq. What a live sealed segment took
 * the place of stays a day, to be put back when chunks are lost; the rest is only read as of earlier versions.
 */
const REPLACED = `SELECT s.seq FROM segment s INDEXED BY segment_dead WHERE s.ns = ?1
    AND s.dead_at <= (SELECT collected_through FROM namespace WHERE ns = ?1)
    AND (s.dead_at <= ${lastBefore('?2')} OR NOT EXISTS
      (SELECT 1 FROM segment AS heir WHERE heir.ns = ?1 AND heir.seq = s.dead_at AND heir.dead_at IS NULL AND heir.prefix IS NOT NULL))
  ORDER BY s.dead_at LIMIT ${SEGMENTS_MAX}`

const RELEASE_KEYS = `INSERT INTO upload (ns, prefix, at, kind, built_at, inputs, keys)
  SELECT ns, prefix, 0, 'garbage', built_at, '[]', keys FROM segment
  WHERE ns = ?1 AND prefix IS NOT NULL AND seq IN (${REPLACED})`

/** Every stored segment, and what is being written, lacks only what was buried by the version it was built at. */
const NEEDED_FROM = `coalesce((SELECT min(built_at) FROM (SELECT built_at FROM segment AS kept WHERE ns = ?1
  UNION ALL SELECT built_at FROM upload AS kept WHERE ns = ?1 AND kind <> 'garbage')), (SELECT head FROM namespace WHERE ns = ?1))`

const EXPIRED_SESSIONS = `SELECT id FROM session INDEXED BY session_expiry WHERE ns = ?1 AND expires_at IS NOT NULL
  AND expires_at <= ?2 ORDER BY expires_at LIMIT ${SESSIONS_MAX}`
