import { appendSegment, guardBacklog } from './append-segment.ts'
import {
  ARCHIVE_TABLES,
  type ArchiveTableName,
  COPIED_TABLES,
  type CopiedTableName,
} from './archive-tables.ts'
import type { CommitOutcome, CommitRequest } from './commit-outcome.ts'
import { BUNDLE } from './context-bundle.ts'
import { type Embedder, guardEmbedder, packEmbedder } from './embedder.ts'
import { type FactRefusal, refusedFact } from './guard-facts.ts'
import { type InsertedFact, insertFacts } from './insert-facts.ts'
import { jsonLists } from './json-lists.ts'
import { guardQuota, type Quota } from './quota.ts'
import { NO_CHANGES } from './receipt-statement.ts'
import type { SegmentBytes } from './segment-bytes.ts'
import { sendCommit } from './send-commit.ts'
import type { SqlDatabase } from './sql-database.ts'
import { type Row, readRows, type Statement } from './statement.ts'

/** What the namespace of an archive was, for the one that takes it in. */
export interface ArchivedNamespace {
  readonly number: number
  readonly head: number
  readonly headAt: number
  readonly documents: number
  readonly passages: number
  readonly facts: number
  readonly bytes: number
  readonly embedder: Embedder | null
}

/** How far an import is; `answer` is the one of its last commit. */
export type ImportState =
  | { readonly kind: 'empty'; readonly head: number }
  | { readonly kind: 'importing'; readonly head: number; readonly answer: string }
  /** something else was written */
  | { readonly kind: 'written' }

/** Reads whether a namespace is empty, or what the last commit of an import left, when nothing but merges and bundles came after it. */
export async function readImport(db: SqlDatabase, { ns }: { readonly ns: number }): Promise<ImportState> {
  const last = `SELECT version FROM commit_log WHERE ns = ?1 AND version > 0 AND kind = 'import' ORDER BY version DESC LIMIT 1`
  const [namespace, imported, others, sources] = await readRows(db, [
    { sql: `SELECT head, ${ONLY_BUNDLES} AS untouched FROM namespace WHERE ns = ?1`, values: [ns] },
    { sql: `SELECT answer FROM commit_log WHERE ns = ?1 AND version = (${last})`, values: [ns] },
    {
      sql: `SELECT 1 FROM commit_log WHERE ns = ?1 AND version > coalesce((${last}), 0) AND kind NOT IN ('merge', 'revert', '${BUNDLE}') LIMIT 1`,
      values: [ns],
    },
    { sql: "SELECT 1 FROM source WHERE ns = ?1 AND id > '' LIMIT 1", values: [ns] },
  ])
  const head = namespace![0]!.head as number
  if (others!.length > 0) return { kind: 'written' }
  if (imported!.length > 0) return { kind: 'importing', head, answer: imported![0]!.answer as string }
  return namespace![0]!.untouched === 1 && sources!.length === 0
    ? { kind: 'empty', head }
    : { kind: 'written' }
}

/** Whether every commit there ever was kept a bundle. */
const ONLY_BUNDLES = `(NOT EXISTS (SELECT 1 FROM receipt WHERE ns = ?1 AND version > 0 AND text->>'$.statement.operation' <> '${BUNDLE}')
    AND head = (SELECT count(*) FROM receipt WHERE ns = ?1 AND version > 0))`

/** Rows of an archive as one commit. */
export interface ImportCommit extends CommitRequest {
  readonly rows: readonly { readonly table: CopiedTableName; readonly row: Row }[]
  /** stated anew, each in its place in the past and after all that are there */
  readonly facts: readonly InsertedFact[]
  /** the live passages and indexed facts among the rows, at their old places; null where there are none */
  readonly segment: SegmentBytes | null
  /** the head this import saw: nothing may have come between */
  readonly head: number
  /** with the first commit: what the quota counts, and the number that pointers carry */
  readonly opening: ArchivedNamespace | null
  /** with the last commit: the namespace goes on from the archive's version */
  readonly closing: ArchivedNamespace | null
  /** what made the vectors of the rows */
  readonly embedder: Embedder | null
  readonly quota: Quota
}

/**
 * `changed`: a merge or another writer came between, read the state again. `embedder`: the namespace has another one by now. `row_taken`: a row is
 * there already. A fact is refused as one that is written.
 */
export type ImportOutcome =
  | CommitOutcome
  | FactRefusal
  | { readonly kind: 'row_taken' }
  | { readonly kind: 'changed' | 'over_quota' | 'backlog' | 'embedder' }

/** Stores archived rows as they were, versions, times and deletions included, and facts by the function that every write of one goes through. */
export async function commitImport(db: SqlDatabase, commit: ImportCommit): Promise<ImportOutcome> {
  const outcome = await sendCommit(db, {
    request: commit,
    operation: 'import',
    statements: await statementsOf(commit),
    changes: NO_CHANGES,
  })
  if (outcome.kind !== 'refused') return outcome
  const { rule } = outcome
  const refused = refusedFact(rule)
  if (refused !== null) return refused
  if (
    rule === 'row_taken' ||
    rule === 'changed' ||
    rule === 'over_quota' ||
    rule === 'backlog' ||
    rule === 'embedder'
  )
    return { kind: rule }
  throw new Error(`no such guard: ${rule}`)
}

async function statementsOf({
  ns,
  rows,
  facts,
  segment,
  head,
  opening,
  closing,
  embedder,
  quota,
}: ImportCommit): Promise<Statement[]> {
  const guard = "INSERT INTO guard SELECT head - 1 = ?2, 'changed' FROM namespace WHERE ns = ?1"
  const byTable = Map.groupBy(rows, ({ table }) => table)
  return [
    { sql: guard, values: [ns, head] },
    ...(opening === null ? [] : [...open(ns, opening), guardQuota(ns, quota)]),
    ...(rows.some(({ row }) => row.vector != null) ? [guardEmbedder(ns, embedder)] : []),
    ...COPIED_TABLES.flatMap((table) =>
      insertRows(
        ns,
        table,
        (byTable.get(table) ?? []).map(({ row }) => row),
      ),
    ),
    ...insertFacts(ns, facts),
    ...(segment === null ? [] : [guardBacklog(ns, 'documents'), ...(await appendSegment(ns, segment))]),
    ...(closing === null ? [] : [close(ns, closing)]),
  ]
}

/** A row that is larger than a list holds is bound by itself. */
function insertRows(ns: number, table: ArchiveTableName, rows: readonly Row[]): Statement[] {
  const names = Object.keys(ARCHIVE_TABLES[table].columns)
  const isLong = (row: Row) => names.some((name) => String(row[name] ?? '').length > VALUE_IN_LIST_MAX)
  const items = rows.filter((row) => !isLong(row)).map((row) => names.map((name) => row[name] ?? null))
  const columns = `INSERT INTO ${table} (ns, ${names.join(', ')})`
  const picked = names.map((_, place) => `value->>${place}`).join(', ')
  const bound = names.map((_, place) => `?${place + 2}`).join(', ')
  return [
    ...jsonLists(items).map((list) => ({
      sql: `${columns} SELECT ?1, ${picked} FROM json_each(?2)`,
      values: [ns, list],
    })),
    ...rows.filter(isLong).map((row) => ({
      sql: `${columns} VALUES (?1, ${bound})`,
      values: [ns, ...names.map((name) => row[name] ?? null)],
    })),
  ]
}

const VALUE_IN_LIST_MAX = 100_000

/** The number is taken over where no other namespace of the tenant has it, the embedder where the archive has one. */
function open(
  ns: number,
  { number, documents, passages, facts, bytes, embedder }: ArchivedNamespace,
): Statement[] {
  return [
    {
      sql: `UPDATE namespace SET documents = ?2, passages = ?3, facts = ?4, bytes = ?5, embedder = coalesce(?6, embedder)
        WHERE ns = ?1`,
      values: [ns, documents, passages, facts, bytes, embedder && packEmbedder(embedder)],
    },
    {
      sql: `UPDATE namespace SET number = ?2 WHERE ns = ?1 AND NOT EXISTS (SELECT 1 FROM namespace o
        WHERE o.tenant = (SELECT tenant FROM namespace WHERE ns = ?1) AND o.number = ?2)`,
      values: [ns, number],
    },
  ]
}

/** Versions before this one cannot be read: their commits are not in the archive. */
function close(ns: number, { head, headAt }: ArchivedNamespace): Statement {
  const sql = `UPDATE namespace SET head = max(head, ?2), head_at = max(head_at, ?3), collected_through = max(head, ?2) WHERE ns = ?1`
  return { sql, values: [ns, head, headAt] }
}
