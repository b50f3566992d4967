import type { Opening } from '@cairn/contract/receipts'
import {
  bundleOpening,
  documentOpening,
  factOpening,
  researchOpening,
  sessionOpening,
} from './commitments.ts'
import { factOf } from './fact-row.ts'
import type { Row, Statement } from './statement.ts'

/** Reads what a version wrote and is still stored with its salt; `openingsOf` takes the rows of these statements. */
export function selectOpenings(ns: number, version: number): Statement[] {
  return KINDS.map(({ sql }) => ({ sql, values: [ns, version] }))
}

/** What opens the commitments of a version: documents, facts, sessions, research, bundles, each in order. */
export async function openingsOf(results: readonly (readonly Row[])[]): Promise<Opening[]> {
  const all = KINDS.map(({ openingOf }, n) => Promise.all(results[n]!.map(openingOf)))
  return (await Promise.all(all)).flat()
}

interface Kind {
  readonly sql: string
  readonly openingOf: (row: Row) => Opening | Promise<Opening>
}

const KINDS: readonly Kind[] = [
  {
    sql: `SELECT DISTINCT d.source, d.id, d.hash, d.salt FROM passage p
      CROSS JOIN document d ON d.ns = p.ns AND d.source = p.source AND d.id = p.document
      WHERE p.ns = ?1 AND p.batch = ?2 AND d.batch = p.batch AND d.dead_at IS NULL AND d.salt IS NOT NULL
      ORDER BY d.first_ordinal`,
    openingOf: (row) =>
      documentOpening({ ...name(row), source: row.source as string, hash: row.hash as string }),
  },
  {
    sql: 'SELECT * FROM fact WHERE ns = ?1 AND batch = ?2 AND salt IS NOT NULL ORDER BY ordinal',
    openingOf: (row) => factOpening(factOf(row), row.salt as string),
  },
  {
    sql: `SELECT id, state, salt FROM session INDEXED BY session_batch
      WHERE ns = ?1 AND batch = ?2 AND salt IS NOT NULL`,
    openingOf: (row) => sessionOpening({ ...name(row), state: row.state as string | null }),
  },
  {
    sql: `SELECT kind, id, document, salt FROM research INDEXED BY research_changed
      WHERE ns = ?1 AND changed_at = ?2 AND salt IS NOT NULL ORDER BY kind, id`,
    openingOf: (row) =>
      researchOpening({ ...name(row), kind: row.kind as string, document: row.document as string | null }),
  },
  {
    sql: `SELECT id, record, salt FROM context_bundle INDEXED BY context_bundle_version
      WHERE ns = ?1 AND version = ?2 AND version IS NOT NULL AND salt IS NOT NULL`,
    openingOf: (row) => bundleOpening({ ...name(row), record: row.record as string }),
  },
]

function name(row: Row): { readonly id: string; readonly salt: string } {
  return { id: row.id as string, salt: row.salt as string }
}
