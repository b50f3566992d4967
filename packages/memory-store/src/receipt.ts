import type { InclusionProof, Opening, Sha256 } from '@cairn/contract/receipts'
import { wholeFrom } from './log-growth.ts'
import { openingsOf, selectOpenings } from './openings.ts'
import { tileOf } from './receipt-log.ts'
import { consistencyFrom, inclusionFrom, TILE_SLOTS, type TilePlace, tilesFor } from './receipt-tree.ts'
import type { SqlDatabase } from './sql-database.ts'
import { type Row, readRows, type Statement } from './statement.ts'

/** A receipt as it was signed, with the version of its commit. */
export interface StoredReceipt {
  readonly version: number
  readonly text: string
}

/** The receipt of that id in a namespace, or null. */
export async function getReceipt(
  db: SqlDatabase,
  { ns, id }: { readonly ns: number; readonly id: string },
): Promise<StoredReceipt | null> {
  const [rows] = await readRows(db, [selectReceipt(ns, id)])
  return rows![0] === undefined ? null : receiptOf(rows![0])
}

/** The receipts of the commits that wrote what has these versions; absent for what is older than receipts, or was imported. */
export async function readReceiptIds(
  db: SqlDatabase,
  { ns, versions }: { readonly ns: number; readonly versions: readonly number[] },
): Promise<ReadonlyMap<number, string>> {
  const sql = `SELECT r.version, r.id FROM json_each(?2) v CROSS JOIN receipt r
    ON r.ns = ?1 AND r.version = v.value AND ${WROTE}`
  const [rows] = await readRows(db, [{ sql, values: [ns, JSON.stringify(versions)] }])
  return new Map(rows!.map(({ version, id }) => [version as number, id as string]))
}

/** Of an imported thing the version is that of where it came from: the commit of that number here wrote something else. */
export const WROTE = "r.text->>'$.statement.operation' IN ('documents', 'facts')"

/** A receipt with its place under the newest checkpoint; `proof` null while no checkpoint covers it. */
export interface ProvenReceipt extends StoredReceipt {
  readonly checkpoint: string | null
  readonly proof: InclusionProof | null
  /** of what its commit wrote and is still stored as then */
  readonly openings: readonly Opening[]
}

/** What verifies a receipt, in two trips; null when the namespace has none of that id. */
export async function proveReceipt(
  db: SqlDatabase,
  { ns, id }: { readonly ns: number; readonly id: string },
): Promise<ProvenReceipt | null> {
  const [receipts, checkpoints, places] = await readRows(db, [
    selectReceipt(ns, id),
    selectCheckpoints(ns, 1),
    { sql: PLACE, values: [ns, id] },
  ])
  if (receipts![0] === undefined) return null
  const receipt = receiptOf(receipts![0])
  const newest = checkpoints![0]
  const size = (newest?.size as number | undefined) ?? 0
  const index = indexOf(places![0])
  const isLogged = index !== null && index < size
  const place = isLogged ? tilesFor({ index, size }) : []
  const [tiles, ...opened] = await readRows(db, [
    selectTiles(ns, place),
    ...selectOpenings(ns, receipt.version),
  ])
  const hashes = isLogged ? await inclusionFrom(wholeFrom(tiles!.map(tileOf)), { index, size }) : []
  return {
    ...receipt,
    checkpoint: (newest?.text as string | undefined) ?? null,
    proof: isLogged ? { index, hashes } : null,
    openings: await openingsOf(opened),
  }
}

/** The newest checkpoints of a namespace, newest first, as they were signed. */
export async function listCheckpoints(
  db: SqlDatabase,
  { ns, limit }: { readonly ns: number; readonly limit: number },
): Promise<{ readonly size: number; readonly text: string }[]> {
  const [rows] = await readRows(db, [selectCheckpoints(ns, limit)])
  return rows!.map((row) => ({ size: row.size as number, text: row.text as string }))
}

/** The proof that the log of the first `first` receipts begins that of the first `second`; both are sizes it has had. */
export async function proveGrowth(
  db: SqlDatabase,
  { ns, first, second }: { readonly ns: number; readonly first: number; readonly second: number },
): Promise<Sha256[]> {
  const [tiles] = await readRows(db, [selectTiles(ns, tilesFor({ index: first - 1, size: second }))])
  return consistencyFrom(wholeFrom(tiles!.map(tileOf)), { first, second })
}

function selectReceipt(ns: number, id: string): Statement {
  return { sql: 'SELECT version, text FROM receipt WHERE ns = ?1 AND id = ?2', values: [ns, id] }
}

function selectCheckpoints(ns: number, limit: number): Statement {
  const sql =
    'SELECT size, text FROM receipt_checkpoint WHERE ns = ?1 AND size > 0 ORDER BY size DESC LIMIT ?2'
  return { sql, values: [ns, limit] }
}

function selectTiles(ns: number, places: readonly TilePlace[]): Statement {
  const sql = `SELECT t.* FROM json_each(?2) p CROSS JOIN receipt_tile t
    ON t.ns = ?1 AND t.level = p.value->>0 AND t.place = p.value->>1`
  return { sql, values: [ns, JSON.stringify(places.map(({ level, place }) => [level, place]))] }
}

/** Which tile of leaves a receipt is in, and how many come before it there. */
const PLACE = `SELECT t.place, (SELECT count(*) FROM receipt b
      WHERE b.ns = ?1 AND b.version >= t.first_version AND b.version < r.version) AS slot
  FROM receipt r CROSS JOIN receipt_tile t INDEXED BY receipt_tile_version
    ON t.ns = r.ns AND t.first_version IS NOT NULL AND t.first_version <= r.version
  WHERE r.ns = ?1 AND r.id = ?2 ORDER BY t.first_version DESC LIMIT 1`

function indexOf(row: Row | undefined): number | null {
  return row === undefined ? null : (row.place as number) * TILE_SLOTS + (row.slot as number)
}

function receiptOf(row: Row): StoredReceipt {
  return { version: row.version as number, text: row.text as string }
}
