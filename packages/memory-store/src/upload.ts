import { guardedBatch } from './guarded-batch.ts'
import type { SqlDatabase } from './sql-database.ts'
import { type Row, readRows, type Statement } from './statement.ts'

/** Keys in KV that no segment names yet: a segment that is being written over several steps, or waits to be named. */
export interface Upload {
  readonly ns: number
  /** chunk n has the key `<prefix>/<n>`; no prefix is ever used twice */
  readonly prefix: string
  /** when it was last worked on, ms */
  readonly at: number
  /** `merge`: of its inputs. `rebuild`: of passages and facts, as parts that a merge will take. */
  readonly kind: 'merge' | 'rebuild'
  /** what was buried by this version is not in it; of a rebuild the version at which it began */
  readonly builtAt: number
  /** seqs of the live segments it will take the place of; empty while a rebuild reads rows */
  readonly inputs: readonly number[]
  /** the upload whose parts it merges in place of its inputs: a rebuild's; null otherwise */
  readonly partsOf: string | null
  /** no chunk of it has this number or a higher one */
  readonly keys: number
  /** where to go on, as its writer left it; null before the first step */
  readonly progress: string | null
  /** when it may be named, ms; null until all of it is written */
  readonly namedAfter: number | null
}

/** A lease that stands (`takeMergeLease`); whoever has lost it changes no upload. */
export interface Leased {
  readonly ns: number
  readonly lease: number
}

/** An upload that nothing is written of yet. */
export type NewUpload = Omit<Upload, 'ns' | 'progress' | 'namedAfter'>

/** Notes an upload before its first chunk is written. `lost`: the lease is another's by now. */
export async function beginUpload(
  db: SqlDatabase,
  { ns, lease, ...upload }: Leased & NewUpload,
): Promise<'begun' | 'lost'> {
  return (await underLease(db, { ns, lease }, [insertUpload(ns, upload)])) ? 'begun' : 'lost'
}

function insertUpload(ns: number, upload: NewUpload): Statement {
  const { prefix, at, kind, builtAt, inputs, partsOf, keys } = upload
  const sql = `INSERT INTO upload (ns, prefix, at, kind, built_at, inputs, parts_of, keys)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)`
  return { sql, values: [ns, prefix, at, kind, builtAt, JSON.stringify(inputs), partsOf, keys] }
}

/** What a step changes in an upload. `begins`: the upload that takes over from it, noted in the same transaction. */
export interface UploadChange
  extends Leased,
    Pick<Upload, 'prefix' | 'at' | 'keys' | 'progress' | 'namedAfter'> {
  readonly begins?: NewUpload | null
}

/**
 * Notes how far an upload is: `keys` before chunks are written, `progress` after. `lost`: the lease is another's by now, or the upload was
 * given up, and no chunk of it may be written any more.
 */
export async function saveUpload(
  db: SqlDatabase,
  { ns, lease, prefix, at, keys, progress, namedAfter, begins }: UploadChange,
): Promise<'saved' | 'lost'> {
  const sql = `UPDATE upload SET at = ?3, keys = ?4, progress = ?5, named_after = ?6 WHERE ns = ?1 AND prefix = ?2`
  const statements = [
    { sql: GUARD_WORKED_ON, values: [ns, prefix] },
    { sql, values: [ns, prefix, at, keys, progress, namedAfter] },
    { sql: KEEP_PARTS, values: [ns, prefix, at] },
    ...(begins ? [insertUpload(ns, begins)] : []),
  ]
  return (await underLease(db, { ns, lease }, statements)) ? 'saved' : 'lost'
}

const GUARD_WORKED_ON = `INSERT INTO guard SELECT EXISTS
  (SELECT 1 FROM upload WHERE ns = ?1 AND prefix = ?2 AND kind <> 'garbage'), 'upload'`

/** What an upload is made of is kept as long as it. */
const KEEP_PARTS = `UPDATE upload SET at = ?3 WHERE ns = ?1 AND prefix =
  (SELECT parts_of FROM upload AS whole WHERE whole.ns = ?1 AND whole.prefix = ?2)`

/** Gives an upload up: its keys are collected by the next step. */
export async function abandonUpload(
  db: SqlDatabase,
  { ns, prefix }: { readonly ns: number; readonly prefix: string },
): Promise<void> {
  const sql = `UPDATE upload SET kind = 'garbage', at = 0, progress = NULL WHERE ns = ?1 AND prefix = ?2`
  await readRows(db, [{ sql, values: [ns, prefix] }])
}

/** Runs statements only while the lease stands; they are one transaction. */
async function underLease(
  db: SqlDatabase,
  { ns, lease }: Leased,
  statements: readonly Statement[],
): Promise<boolean> {
  const guard = {
    sql: "INSERT INTO guard SELECT EXISTS (SELECT 1 FROM namespace WHERE ns = ?1 AND merge_until = ?2), 'lease'",
    values: [ns, lease],
  }
  return (await guardedBatch(db, [guard, ...statements])) === null
}

/** Uploads that are worked on, for a batch that needs them beside other rows. */
export function selectUploads(ns: number): Statement {
  return {
    sql: "SELECT * FROM upload INDEXED BY upload_working WHERE ns = ?1 AND kind <> 'garbage' ORDER BY prefix",
    values: [ns],
  }
}

/** Reads a row of `upload`. */
export function uploadOf(row: Row): Upload {
  return {
    ns: row.ns as number,
    prefix: row.prefix as string,
    at: row.at as number,
    kind: row.kind as Upload['kind'],
    builtAt: row.built_at as number,
    inputs: JSON.parse(row.inputs as string) as number[],
    partsOf: row.parts_of as string | null,
    keys: row.keys as number,
    progress: row.progress as string | null,
    namedAfter: row.named_after as number | null,
  }
}
