import { canonical } from '@cairn/contract/canonical'
import { causeOf } from './d1-error.ts'
import { jsonLists } from './json-lists.ts'
import { type GrownLog, growLog, type NewLeaf, packHashes, type Tile, unpackHashes } from './log-growth.ts'
import type { ReceiptSigner } from './receipt-signer.ts'
import type { SqlDatabase } from './sql-database.ts'
import { bindAll, fail, type Row, readRows, type Statement } from './statement.ts'

/** How many receipts a step took into the log; `isMore`: it stopped at a bound, or another step came first. */
export interface LogExtended {
  readonly taken: number
  readonly isMore: boolean
}

/** One bounded step: takes the receipts since the last one into the namespace's log, and signs a checkpoint of it. */
export async function extendLog(
  db: SqlDatabase,
  { ns, at, signer }: { readonly ns: number; readonly at: number; readonly signer: ReceiptSigner },
): Promise<LogExtended> {
  const { size, last, leaves } = await readEnd(db, ns)
  if (leaves.length === 0) return { taken: 0, isMore: false }
  const grown = await growLog({ size, last }, leaves)
  const checkpoint = await signer.sign({
    type: 'cairn.checkpoint.v1',
    tenant: signer.tenant,
    namespace: signer.namespace,
    size: grown.size,
    root: grown.root,
    at: new Date(at).toISOString(),
  })
  const isFirst = await write(
    db,
    statements(ns, { size, version: leaves.at(-1)!.version, grown, checkpoint }),
  )
  return isFirst
    ? { taken: leaves.length, isMore: leaves.length === RECEIPTS_MAX }
    : { taken: 0, isMore: true }
}

const RECEIPTS_MAX = 1000
const BYTES_MAX = 4_000_000

interface LogEnd {
  readonly size: number
  readonly last: readonly Tile[]
  readonly leaves: readonly NewLeaf[]
}

/** One snapshot of where the log ends and what comes next. */
async function readEnd(db: SqlDatabase, ns: number): Promise<LogEnd> {
  const [logs, tiles, receipts] = await readRows(db, [
    { sql: 'SELECT size FROM receipt_log WHERE ns = ?1', values: [ns] },
    { sql: LAST_TILES, values: [ns] },
    { sql: NEXT_RECEIPTS, values: [ns, RECEIPTS_MAX, BYTES_MAX] },
  ])
  return {
    size: (logs![0]?.size as number | undefined) ?? 0,
    last: tiles!.map(tileOf),
    leaves: receipts!.map((row) => ({ version: row.version as number, bytes: statementBytes(row.text) })),
  }
}

/** 256^4 receipts are more than a database holds. */
const LAST_TILES = `SELECT t.* FROM json_each('[0,1,2,3]') l CROSS JOIN receipt_tile t ON t.ns = ?1 AND t.level = l.value
  AND t.place = (SELECT max(place) FROM receipt_tile WHERE ns = ?1 AND level = l.value)`

const NEXT_RECEIPTS = `SELECT version, text FROM (
    SELECT version, text, sum(length(text)) OVER (ORDER BY version) AS through FROM (
      SELECT version, text FROM receipt WHERE ns = ?1
        AND version > coalesce((SELECT version FROM receipt_log WHERE ns = ?1), 0) ORDER BY version LIMIT ?2))
  WHERE through - length(text) < ?3 ORDER BY version`

/** Reads a row of `receipt_tile`. */
export function tileOf(row: Row): Tile {
  return {
    level: row.level as number,
    place: row.place as number,
    hashes: unpackHashes(row.hashes as string),
    firstVersion: row.first_version as number | null,
  }
}

/** The leaf of a receipt: the bytes that were signed, as its stored text has them. */
function statementBytes(text: Row[string] | undefined): Uint8Array {
  const { statement } = JSON.parse(text as string) as { statement: unknown }
  return new TextEncoder().encode(canonical(statement))
}

interface Growth {
  /** the size that was read: another step may have grown the log since */
  readonly size: number
  readonly version: number
  readonly grown: GrownLog
  readonly checkpoint: string
}

function statements(ns: number, { size, version, grown, checkpoint }: Growth): Statement[] {
  const tiles = grown.tiles.map(({ level, place, hashes, firstVersion }) => [
    level,
    place,
    packHashes(hashes),
    firstVersion,
  ])
  return [
    {
      sql: `INSERT INTO guard SELECT coalesce((SELECT size FROM receipt_log WHERE ns = ?1), 0) = ?2, 'log_size'`,
      values: [ns, size],
    },
    {
      sql: `INSERT INTO receipt_log (ns, size, version) VALUES (?1, ?2, ?3)
        ON CONFLICT (ns) DO UPDATE SET size = excluded.size, version = excluded.version`,
      values: [ns, grown.size, version],
    },
    ...jsonLists(tiles).map((list) => ({ sql: UPSERT_TILES, values: [ns, list] })),
    {
      sql: 'INSERT INTO receipt_checkpoint (ns, size, text) VALUES (?1, ?2, ?3)',
      values: [ns, grown.size, checkpoint],
    },
  ]
}

const UPSERT_TILES = `INSERT INTO receipt_tile (ns, level, place, hashes, first_version)
  SELECT ?1, value->>0, value->>1, value->>2, value->>3 FROM json_each(?2) WHERE true
  ON CONFLICT (ns, level, place) DO UPDATE SET hashes = excluded.hashes`

/** False when another step grew the log meanwhile: nothing was written. */
async function write(db: SqlDatabase, all: readonly Statement[]): Promise<boolean> {
  try {
    await db.batch(bindAll(db, all))
    return true
  } catch (error) {
    if (causeOf(error).kind === 'guard') return false
    return fail(error)
  }
}
