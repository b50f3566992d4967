import { commitmentOf, type Sha256 } from '@cairn/contract/receipts'
import { guardUnchanged } from './commit-documents.ts'
import type { CommitOutcome, CommitRequest } from './commit-outcome.ts'
import { researchOpening } from './commitments.ts'
import { jsonBytes, jsonLists } from './json-lists.ts'
import type { SeenDocument } from './passage.ts'
import { guardQuota, type Quota } from './quota.ts'
import { freshSalt } from './receipt-signer.ts'
import type { ResearchName } from './research.ts'
import { sendCommit } from './send-commit.ts'
import type { SqlDatabase } from './sql-database.ts'
import type { Statement } from './statement.ts'

/** A research document as a commit takes it. */
export interface ResearchPut extends ResearchName {
  readonly document: string
  readonly etag: string
  readonly mark: string | null
  /** what it stands on */
  readonly links: readonly ResearchName[]
}

/** What a writer saw of a research document: its etag, or null when it was not live. */
export interface SeenResearch extends ResearchName {
  readonly etag: string | null
}

/** How many research documents a writer saw standing on one. */
export interface SeenCiters extends ResearchName {
  readonly citers: number
}

/** One commit of research documents. What was decided from is in `seen`, `citers` and `documents`. */
export interface ResearchCommit extends CommitRequest {
  readonly puts: readonly ResearchPut[]
  readonly deletes: readonly ResearchName[]
  readonly seen: readonly SeenResearch[]
  readonly citers: readonly SeenCiters[]
  readonly documents: readonly SeenDocument[]
  readonly quota: Quota
}

/** `changed`: another writer came between, read again and decide again. `over_quota`: 403. */
export type ResearchOutcome = CommitOutcome | { readonly kind: 'changed' | 'over_quota' }

/** Writes and deletes research documents in one commit. A deleted one leaves its name; what stood on it still names it. */
export async function commitResearch(db: SqlDatabase, commit: ResearchCommit): Promise<ResearchOutcome> {
  const puts = commit.puts.map((put) => ({ ...put, salt: freshSalt(commit.signer) }))
  const deletes = commit.deletes.map((name) => ({ ...name, salt: freshSalt(commit.signer) }))
  const outcome = await sendCommit(db, {
    request: commit,
    operation: 'research',
    statements: statementsOf({ ...commit, puts, deletes }),
    changes: {
      written: await Promise.all(puts.map(commitment)),
      retired: await Promise.all(deletes.map((name) => commitment({ ...name, document: null }))),
    },
  })
  if (outcome.kind !== 'refused') return outcome
  if (outcome.rule === 'changed' || outcome.rule === 'over_quota') return { kind: outcome.rule }
  throw new Error(`no such guard: ${outcome.rule}`)
}

interface Salted {
  readonly salt: string
}

async function commitment(
  one: ResearchName & Salted & { readonly document: string | null },
): Promise<Sha256> {
  return commitmentOf(await researchOpening(one))
}

type SaltedCommit = Omit<ResearchCommit, 'puts' | 'deletes'> & {
  readonly puts: readonly (ResearchPut & Salted)[]
  readonly deletes: readonly (ResearchName & Salted)[]
}

function statementsOf({ ns, puts, deletes, seen, citers, documents, quota }: SaltedCommit): Statement[] {
  const each = (sql: string, items: readonly unknown[]): Statement[] =>
    jsonLists(items).map((list) => ({ sql, values: [ns, list] }))
  const touched = [...puts, ...deletes].map(({ kind, id }) => [kind, id])
  return [
    ...each(
      GUARD_SEEN,
      seen.map(({ kind, id, etag }) => [kind, id, etag]),
    ),
    ...each(
      GUARD_CITERS,
      citers.map(({ kind, id, citers: count }) => [kind, id, count]),
    ),
    ...guardUnchanged(ns, documents),
    ...each(UNCOUNT, touched),
    ...each(UNLINK, touched),
    ...each(
      EMPTY,
      deletes.map(({ kind, id, salt }) => [kind, id, salt]),
    ),
    ...each(UPSERT, puts.map(putItem)),
    ...each(
      LINK,
      puts.flatMap(({ kind, id, links }) => links.map((to) => [kind, id, to.kind, to.id])),
    ),
    ...each(
      COUNT,
      puts.map(({ kind, id }) => [kind, id]),
    ),
    ...(puts.length === 0 ? [] : [guardQuota(ns, quota)]),
  ]
}

function putItem(
  { kind, id, document, etag, mark, salt }: ResearchPut & Salted,
  place: number,
): readonly unknown[] {
  return [kind, id, document, etag, mark, jsonBytes(document), place, salt]
}

const NAMED =
  'json_each(?2) n CROSS JOIN research r ON r.ns = ?1 AND r.kind = n.value->>0 AND r.id = n.value->>1'

const GUARD_SEEN = `INSERT INTO guard SELECT NOT EXISTS (
    SELECT 1 FROM json_each(?2) s LEFT JOIN research r
      ON r.ns = ?1 AND r.kind = s.value->>0 AND r.id = s.value->>1 AND r.deleted_at IS NULL
    WHERE r.etag IS NOT s.value->>2), 'changed'`

const GUARD_CITERS = `INSERT INTO guard SELECT NOT EXISTS (
    SELECT 1 FROM json_each(?2) s WHERE s.value->>2 IS NOT (SELECT count(*) FROM research_link l INDEXED BY research_link_to
      WHERE l.ns = ?1 AND l.to_kind = s.value->>0 AND l.to_id = s.value->>1)), 'changed'`

const UNCOUNT = `UPDATE namespace SET bytes = bytes - (SELECT coalesce(sum(r.bytes), 0) FROM ${NAMED}) WHERE ns = ?1`
const COUNT = `UPDATE namespace SET bytes = bytes + (SELECT coalesce(sum(r.bytes), 0) FROM ${NAMED}) WHERE ns = ?1`

const UNLINK = `DELETE FROM research_link WHERE ns = ?1
  AND (kind, id) IN (SELECT value->>0, value->>1 FROM json_each(?2))`

const EMPTY = `UPDATE research SET document = NULL, etag = '', mark = NULL, bytes = 0, salt = gone.salt, changed_at = gone.head,
    deleted_at = gone.head
  FROM (SELECT h.head, value->>0 AS kind, value->>1 AS id, value->>2 AS salt
    FROM namespace h CROSS JOIN json_each(?2) WHERE h.ns = ?1) AS gone
  WHERE research.ns = ?1 AND (research.kind, research.id) IN (SELECT value->>0, value->>1 FROM json_each(?2))
    AND research.kind = gone.kind AND research.id = gone.id AND research.deleted_at IS NULL`

const UPSERT = `INSERT INTO research (ns, kind, id, document, etag, mark, bytes, made, place, changed_at, salt)
  SELECT h.ns, v->>0, v->>1, v->>2, v->>3, v->>4, v->>5, h.head, v->>6, h.head, v->>7
  FROM namespace h CROSS JOIN (SELECT value AS v FROM json_each(?2)) WHERE h.ns = ?1
  ON CONFLICT (ns, kind, id) DO UPDATE SET document = excluded.document, etag = excluded.etag, mark = excluded.mark,
    bytes = excluded.bytes, changed_at = excluded.changed_at, salt = excluded.salt,
    made = CASE WHEN deleted_at IS NULL THEN made ELSE excluded.made END,
    place = CASE WHEN deleted_at IS NULL THEN place ELSE excluded.place END, deleted_at = NULL`

const LINK = `INSERT INTO research_link (ns, kind, id, to_kind, to_id)
  SELECT ?1, value->>0, value->>1, value->>2, value->>3 FROM json_each(?2)`
