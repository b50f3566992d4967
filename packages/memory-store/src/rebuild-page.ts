import { factOf } from './fact-row.ts'
import { PASSAGE_COLUMNS, passageOf } from './passage.ts'
import type { SqlDatabase } from './sql-database.ts'
import { readRows } from './statement.ts'
import type { StoredFact } from './stored-fact.ts'
import type { PassageRef, StoredPassage } from './stored-passage.ts'

/** Some of what the index of a namespace is made of, as of one version. */
export interface RebuildPage {
  /** the version it shows */
  readonly head: number
  /** live segments at that version: all of their passages and facts are rows of this page or of others */
  readonly segments: readonly number[]
  readonly passages: readonly StoredPassage[]
  readonly facts: readonly FactRow[]
  /** where the next page begins; null: this is the last */
  readonly next: PassageRef | null
}

/** A fact with its place in the index. */
export interface FactRow extends PassageRef {
  readonly fact: StoredFact
}

/** One page of live passages and of facts that are in the index, by pointer, in one trip; `after` null starts. */
export async function readRebuildPage(
  db: SqlDatabase,
  { ns, after, limit }: { readonly ns: number; readonly after: PassageRef | null; readonly limit: number },
): Promise<RebuildPage> {
  const values = [ns, after?.batch ?? -1, after?.ordinal ?? -1, limit]
  const [namespaces, segments, passageRows, factRows] = await readRows(db, [
    { sql: 'SELECT head FROM namespace WHERE ns = ?1', values: [ns] },
    {
      sql: 'SELECT seq FROM segment INDEXED BY segment_live WHERE ns = ?1 AND dead_at IS NULL ORDER BY seq',
      values: [ns],
    },
    { sql: PASSAGES, values },
    { sql: FACTS, values },
  ])
  const passages = passageRows!.map(passageOf)
  const facts = factRows!.map((row) => ({
    batch: row.batch as number,
    ordinal: row.ordinal as number,
    fact: factOf(row),
  }))
  const next = lastOf([passages, facts], limit)
  const isOnPage = (one: PassageRef) => next === null || compareRefs(one, next) <= 0
  return {
    head: namespaces![0]!.head as number,
    segments: segments!.map((row) => row.seq as number),
    passages: passages.filter(isOnPage),
    facts: facts.filter(isOnPage),
    next,
  }
}

/** The first place at which one of the lists was cut, or null when both are whole. */
function lastOf(lists: readonly (readonly PassageRef[])[], limit: number): PassageRef | null {
  const cut = lists.filter((list) => list.length === limit).map((list) => list.at(-1)!)
  const [least] = cut.toSorted(compareRefs)
  return least === undefined ? null : { batch: least.batch, ordinal: least.ordinal }
}

function compareRefs(a: PassageRef, b: PassageRef): number {
  return a.batch - b.batch || a.ordinal - b.ordinal
}

const PASSAGES = `SELECT ${PASSAGE_COLUMNS} FROM passage p CROSS JOIN document d ON d.ns = p.ns AND d.source = p.source AND d.id = p.document
  WHERE p.ns = ?1 AND (p.batch, p.ordinal) > (?2, ?3) AND p.dead_at IS NULL ORDER BY p.batch, p.ordinal LIMIT ?4`

const FACTS = `SELECT f.*, 1 AS current, NULL AS superseded_by FROM fact f
  WHERE f.ns = ?1 AND (f.batch, f.ordinal) > (?2, ?3) AND f.indexed = 1 AND f.retracted_at IS NULL ORDER BY f.batch, f.ordinal LIMIT ?4`
