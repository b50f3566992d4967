import { commitmentOf } from '@cairn/contract/receipts'
import type { CommitOutcome, CommitRequest } from './commit-outcome.ts'
import { sessionOpening } from './commitments.ts'
import { freshSalt } from './receipt-signer.ts'
import { sendCommit } from './send-commit.ts'
import type { SqlDatabase } from './sql-database.ts'
import { type Row, readRows, type Statement } from './statement.ts'

/** A session's state at one of its versions. `state` is a JSON text, kept as given. */
export interface SessionVersion {
  readonly id: string
  readonly state: string
  readonly etag: string
  /** 1, 2, ... within the session, also across its deletion */
  readonly version: number
  /** ms */
  readonly updatedAt: number
}

/** A session by name; past `expiresAt` it is gone, collected or not. */
export type SessionRead =
  | { readonly kind: 'live'; readonly session: SessionVersion & { readonly expiresAt: number | null } }
  | { readonly kind: 'deleted'; readonly deletedAt: number }
  | { readonly kind: 'expired'; readonly expiredAt: number }
  | { readonly kind: 'never' }

/** What must hold of the session before a write. */
export type SessionCondition =
  | { readonly kind: 'any' }
  /** `If-Match: "etag"` */
  | { readonly kind: 'match'; readonly etag: string }
  /** `If-Match: *` */
  | { readonly kind: 'exists' }
  /** `If-None-Match: *` */
  | { readonly kind: 'absent' }

interface SessionName {
  readonly ns: number
  readonly id: string
}

/** A write of a session; `precondition_failed`: 412, nothing written. */
export interface SessionPut extends CommitRequest {
  readonly id: string
  readonly state: string
  readonly etag: string
  readonly expiresAt: number | null
  readonly condition: SessionCondition
}

export type SessionOutcome = CommitOutcome | { readonly kind: 'precondition_failed' }

const VERSIONS_KEPT = 20

/**
 * Writes the whole state of a session in one commit; the last 20 versions are kept. The answer of the outcome is
 * `{"version":n}`, the session's version that this very write made.
 */
export async function putSession(db: SqlDatabase, put: SessionPut): Promise<SessionOutcome> {
  const { ns, id, state, etag, expiresAt, condition, at } = put
  const salt = freshSalt(put.signer)
  const statements = [
    guardCondition({ ns, id }, condition, at),
    { sql: FORGET_EXPIRED, values: [ns, id, at] },
    { sql: UPSERT, values: [ns, id, state, etag, expiresAt, salt] },
    { sql: KEEP_VERSION, values: [ns, id] },
    { sql: DROP_OLD, values: [ns, id, VERSIONS_KEPT] },
    { sql: NOTE_VERSION, values: [ns, id, put.commitId] },
  ]
  const changes = { written: [await commitmentOf(await sessionOpening({ id, state, salt }))] }
  return settle(await sendCommit(db, { request: put, operation: 'session', statements, changes }))
}

/** Deletes a session and every version of its state; deleting what is absent commits nothing more than its version. */
export async function deleteSession(
  db: SqlDatabase,
  deletion: CommitRequest & { readonly id: string; readonly condition: SessionCondition },
): Promise<SessionOutcome> {
  const { ns, id, condition, at } = deletion
  const salt = freshSalt(deletion.signer)
  const statements = [
    guardCondition({ ns, id }, condition, at),
    { sql: EMPTY, values: [ns, id, salt] },
    { sql: 'DELETE FROM session_version WHERE ns = ?1 AND id = ?2', values: [ns, id] },
  ]
  const changes = { retired: [await commitmentOf(await sessionOpening({ id, state: null, salt }))] }
  const operation = 'session_delete'
  return settle(await sendCommit(db, { request: deletion, operation, statements, changes }))
}

/** Reads a session as it is at `now`. */
export async function getSession(
  db: SqlDatabase,
  { ns, id, now }: SessionName & { readonly now: number },
): Promise<SessionRead> {
  const sql = 'SELECT * FROM session WHERE ns = ?1 AND id = ?2'
  const row = (await readRows(db, [{ sql, values: [ns, id] }]))[0]?.[0]
  if (row === undefined) return { kind: 'never' }
  const expiresAt = row.expires_at as number | null
  if (row.deleted_at !== null) return { kind: 'deleted', deletedAt: row.deleted_at as number }
  if (expiresAt !== null && expiresAt <= now) return { kind: 'expired', expiredAt: expiresAt }
  return { kind: 'live', session: { ...versionOf(row), expiresAt } }
}

/** The kept versions of a live session, newest first, the current one included; empty when it is not live. */
export async function sessionHistory(
  db: SqlDatabase,
  { ns, id, now }: SessionName & { readonly now: number },
): Promise<SessionVersion[]> {
  const sql = `SELECT v.* FROM session s CROSS JOIN session_version v ON v.ns = s.ns AND v.id = s.id
    WHERE s.ns = ?1 AND s.id = ?2 AND s.deleted_at IS NULL AND (s.expires_at IS NULL OR s.expires_at > ?3)
    ORDER BY v.version DESC`
  const [rows] = await readRows(db, [{ sql, values: [ns, id, now] }])
  return rows!.map(versionOf)
}

const LIVE = 'ns = ?1 AND id = ?2 AND deleted_at IS NULL AND (expires_at IS NULL OR expires_at > ?3)'

function guardCondition({ ns, id }: SessionName, condition: SessionCondition, at: number): Statement {
  const etag = condition.kind === 'match' ? condition.etag : null
  const sql = `INSERT INTO guard SELECT CASE ?4 WHEN 'any' THEN 1 WHEN 'absent' THEN NOT EXISTS (SELECT 1 FROM session WHERE ${LIVE})
    ELSE EXISTS (SELECT 1 FROM session WHERE ${LIVE} AND (?4 = 'exists' OR etag = ?5)) END, 'precondition_failed'`
  return { sql, values: [ns, id, at, condition.kind, etag] }
}

const FORGET_EXPIRED = `DELETE FROM session_version WHERE ns = ?1 AND id = ?2
  AND EXISTS (SELECT 1 FROM session s WHERE s.ns = ?1 AND s.id = ?2 AND s.expires_at <= ?3)`

const UPSERT = `INSERT INTO session (ns, id, state, etag, version, updated_at, expires_at, salt, batch)
  SELECT ns, ?2, ?3, ?4, 1, head_at, ?5, ?6, head FROM namespace WHERE ns = ?1
  ON CONFLICT (ns, id) DO UPDATE SET state = excluded.state, etag = excluded.etag, version = version + 1,
    updated_at = excluded.updated_at, expires_at = excluded.expires_at, salt = excluded.salt, batch = excluded.batch,
    deleted_at = NULL`

const KEEP_VERSION = `INSERT INTO session_version (ns, id, version, state, etag, updated_at)
  SELECT ns, id, version, state, etag, updated_at FROM session WHERE ns = ?1 AND id = ?2`

const DROP_OLD = `DELETE FROM session_version WHERE ns = ?1 AND id = ?2
  AND version <= (SELECT version FROM session WHERE ns = ?1 AND id = ?2) - ?3`

const NOTE_VERSION = `UPDATE commit_log SET answer = json_object('version', (SELECT version FROM session WHERE ns = ?1 AND id = ?2))
  WHERE ns = ?1 AND commit_id = ?3`

const EMPTY = `UPDATE session SET state = NULL, etag = '', expires_at = NULL, salt = ?3, batch = h.head, deleted_at = h.head_at
  FROM namespace h WHERE h.ns = ?1 AND session.ns = ?1 AND session.id = ?2 AND session.deleted_at IS NULL`

function settle(
  outcome: CommitOutcome | { readonly kind: 'refused'; readonly rule: string },
): SessionOutcome {
  if (outcome.kind !== 'refused') return outcome
  if (outcome.rule === 'precondition_failed') return { kind: outcome.rule }
  throw new Error(`no such guard: ${outcome.rule}`)
}

function versionOf(row: Row): SessionVersion {
  return {
    id: row.id as string,
    state: row.state as string,
    etag: row.etag as string,
    version: row.version as number,
    updatedAt: row.updated_at as number,
  }
}
