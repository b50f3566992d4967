import { causeOf } from './d1-error.ts'
import type { SqlDatabase } from './sql-database.ts'
import { type Row, readRows, type Statement } from './statement.ts'
import { StoreFailed } from './store-failed.ts'

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

/** Notes an upload before its first chunk is written. `lost`: the lease is another's by now. */
export async function beginUpload(
  db: SqlDatabase,
  { lease, ...upload }: Leased & Omit<Upload, 'progress' | 'namedAfter'>,
): Promise<'begun' | 'lost'> {
  const { ns, prefix, at, kind, builtAt, inputs, keys } = upload
  const sql = `INSERT INTO upload (ns, prefix, at, kind, built_at, inputs, keys) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)`
  const insert = { sql, values: [ns, prefix, at, kind, builtAt, JSON.stringify(inputs), keys] }
  return (await underLease(db, { ns, lease }, [insert])) ? 'begun' : 'lost'
}

/** What a step changes in an upload. */
export type UploadChange = Pick<Upload, 'prefix' | 'at' | 'keys' | 'progress' | 'namedAfter'>

/** Notes how far an upload is: `keys` before chunks are written, `progress` after. `lost`: the lease is another's by now. */
export async function saveUpload(
  db: SqlDatabase,
  { ns, lease, prefix, at, keys, progress, namedAfter }: Leased & UploadChange,
): Promise<'saved' | 'lost'> {
  const sql = `UPDATE upload SET at = ?3, keys = ?4, progress = ?5, named_after = ?6 WHERE ns = ?1 AND prefix = ?2`
  const update = { sql, values: [ns, prefix, at, keys, progress, namedAfter] }
  return (await underLease(db, { ns, lease }, [update])) ? 'saved' : 'lost'
}

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
  try {
    await readRows(db, [guard, ...statements])
    return true
  } catch (failure) {
    if (failure instanceof StoreFailed && causeOf(failure.cause).kind === 'guard') return false
    throw failure
  }
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
    keys: row.keys as number,
    progress: row.progress as string | null,
    namedAfter: row.named_after as number | null,
  }
}
