import { commitmentOf } from '@cairn/contract/receipts'
import type { CommitRequest } from './commit-outcome.ts'
import { bundleOpening } from './commitments.ts'
import { freshSalt } from './receipt-signer.ts'
import { sendCommit } from './send-commit.ts'
import type { SqlDatabase } from './sql-database.ts'
import { readRows, type Statement } from './statement.ts'
import { StoreUnavailable } from './store-unavailable.ts'

/** A bundle and its receipt as one JSON text, by the receipt's id; it is kept for `keptMs` after it was last answered. */
export interface BundleCommit extends CommitRequest {
  readonly id: string
  readonly record: string
  readonly keptMs: number
}

/** The JSON text of a bundle, and the receipt of the commit that kept it; null where it was kept before bundles were signed. */
export interface KeptBundle {
  readonly record: string
  readonly receipt: string | null
}

/**
 * Keeps a bundle in one commit, lets go of a few of the namespace that are past their time, and answers with the receipt of the commit.
 * What is kept already stays under the receipt it has, for as long again.
 */
export async function keepBundle(
  db: SqlDatabase,
  bundle: BundleCommit,
): Promise<{ readonly receipt: string }> {
  const { id, record } = bundle
  const salt = freshSalt(bundle.signer)
  const outcome = await sendCommit(db, {
    request: bundle,
    operation: BUNDLE,
    statements: statementsOf(bundle, salt),
    changes: { written: [await commitmentOf(await bundleOpening({ id, record, salt }))] },
  })
  if (outcome.kind === 'committed') return outcome
  if (outcome.kind === 'refused' && outcome.rule === KEPT) return keepLonger(db, bundle)
  throw new Error(`a fresh commit of a bundle came to ${outcome.kind}`)
}

/** The bundle that was kept at `since` (ms) or later; null when there is none. */
export async function readBundle(
  db: SqlDatabase,
  { ns, id, since }: { readonly ns: number; readonly id: string; readonly since: number },
): Promise<KeptBundle | null> {
  const sql = `SELECT b.record, r.id AS receipt FROM context_bundle b
    LEFT JOIN receipt r ON r.ns = b.ns AND r.version = b.version WHERE b.ns = ?1 AND b.id = ?2 AND b.at >= ?3`
  const row = (await readRows(db, [{ sql, values: [ns, id, since] }]))[0]![0]
  return row === undefined ? null : { record: row.record as string, receipt: row.receipt as string | null }
}

/** The commits that keep bundles, in the log: they change nothing that is searched, archived or merged. */
export const BUNDLE = 'bundle'
const KEPT = 'bundle_kept'
/** More than one, so that what is kept shrinks when writes slow down. */
const FORGOTTEN_AT_ONCE = 10

function statementsOf({ ns, id, record, at, keptMs }: BundleCommit, salt: string): Statement[] {
  return [
    { sql: GUARD_KEPT, values: [ns, id, record, at - keptMs] },
    { sql: UPSERT, values: [ns, id, record, at, salt] },
    { sql: FORGET, values: [ns, at - keptMs, FORGOTTEN_AT_ONCE] },
  ]
}

async function keepLonger(
  db: SqlDatabase,
  { ns, id, at }: BundleCommit,
): Promise<{ readonly receipt: string }> {
  const [, rows] = await readRows(db, [
    { sql: 'UPDATE context_bundle SET at = max(at, ?3) WHERE ns = ?1 AND id = ?2', values: [ns, id, at] },
    { sql: RECEIPT, values: [ns, id] },
  ])
  const receipt = rows![0]?.id as string | undefined
  if (receipt === undefined) throw new StoreUnavailable(new Error('a bundle that was kept went meanwhile'))
  return { receipt }
}

const GUARD_KEPT = `INSERT INTO guard SELECT NOT EXISTS (SELECT 1 FROM context_bundle
  WHERE ns = ?1 AND id = ?2 AND record = ?3 AND at >= ?4 AND version IS NOT NULL), '${KEPT}'`

const UPSERT = `INSERT INTO context_bundle (ns, id, record, at, salt, version)
  SELECT ns, ?2, ?3, ?4, ?5, head FROM namespace WHERE ns = ?1
  ON CONFLICT (ns, id) DO UPDATE SET record = excluded.record, at = excluded.at, salt = excluded.salt, version = excluded.version`

const FORGET = `DELETE FROM context_bundle WHERE ns = ?1 AND id IN
  (SELECT id FROM context_bundle INDEXED BY context_bundle_at WHERE ns = ?1 AND at < ?2 ORDER BY at LIMIT ?3)`

const RECEIPT = `SELECT r.id FROM context_bundle b CROSS JOIN receipt r ON r.ns = b.ns AND r.version = b.version
  WHERE b.ns = ?1 AND b.id = ?2`
