import { appendSegment, guardBacklog } from './append-segment.ts'
import { buryDocuments } from './bury-documents.ts'
import type { CommitOutcome, CommitRequest } from './commit-outcome.ts'
import { documentCommitments, type SaltedDocument } from './commitments.ts'
import { type Embedder, guardEmbedder } from './embedder.ts'
import { type InsertedDocument, insertDocuments } from './insert-documents.ts'
import { jsonLists } from './json-lists.ts'
import type { SeenDocument } from './passage.ts'
import { guardQuota, type Quota } from './quota.ts'
import { freshSalt } from './receipt-signer.ts'
import type { SegmentBytes } from './segment-bytes.ts'
import { type Refused, sendCommit } from './send-commit.ts'
import type { SqlDatabase } from './sql-database.ts'
import type { Statement } from './statement.ts'
import type { DocumentName, NewDocument } from './stored-document.ts'

/** One commit of documents of one namespace. */
export interface DocumentsCommit extends CommitRequest {
  /** Written or replaced. The n-th passage over all of them, in order, gets ordinal n: build the segment in that order. */
  readonly documents: readonly NewDocument[]
  readonly deletes: readonly DocumentName[]
  /** The state every written and deleted document had when `segment` was built (`readDocumentStates`). */
  readonly seen: readonly (SeenDocument & SaltedDocument)[]
  /** Holds the new passages, and the buried ones as negative counts. */
  readonly segment: SegmentBytes
  /** What made the vectors of the passages; where none has one it does not matter. */
  readonly embedder: Embedder | null
  readonly quota: Quota
}

/**
 * `changed`: another writer came between, read the states again and rebuild. `over_quota`: 403. `backlog`: too much waits for a
 * merge, 429. `unknown_source`: a written document names a source that is absent or deleted. `embedder`: the namespace has another
 * one by now.
 */
export type DocumentsOutcome =
  | CommitOutcome
  | { readonly kind: 'changed' | 'over_quota' | 'backlog' | 'unknown_source' | 'embedder' }

/** Writes, replaces and deletes documents in one commit; a buried text is gone from its rows at once. */
export async function commitDocuments(db: SqlDatabase, commit: DocumentsCommit): Promise<DocumentsOutcome> {
  assertSeen(commit)
  const salted = commit.documents.map((document) => ({ ...document, salt: freshSalt(commit.signer) }))
  const outcome = await sendCommit(db, {
    request: commit,
    operation: 'documents',
    statements: await statementsOf({ ...commit, documents: salted }),
    changes: {
      written: await documentCommitments(salted),
      retired: await documentCommitments(commit.seen),
    },
  })
  return outcome.kind === 'refused' ? refusal(outcome) : outcome
}

async function statementsOf({
  ns,
  documents,
  deletes,
  seen,
  segment,
  embedder,
  quota,
}: Omit<DocumentsCommit, 'documents'> & { readonly documents: readonly InsertedDocument[] }): Promise<
  Statement[]
> {
  return [
    ...guardUnchanged(ns, seen),
    ...guardSources(ns, documents),
    ...(documents.some(hasVector) ? [guardEmbedder(ns, embedder)] : []),
    guardBacklog(ns, documents.length === 0 ? 'small' : 'documents'),
    ...buryDocuments(ns, { replaced: documents, deleted: deletes }),
    ...insertDocuments(ns, documents),
    ...(documents.length === 0 ? [] : [guardQuota(ns, quota)]),
    ...(await appendSegment(ns, segment)),
  ]
}

function hasVector({ passages }: NewDocument): boolean {
  return passages.some(({ vector }) => vector !== null)
}

/** False when a document is in another state than a writer saw. */
export function guardUnchanged(ns: number, seen: readonly SeenDocument[]): Statement[] {
  const sql = `INSERT INTO guard SELECT NOT EXISTS (
      SELECT 1 FROM json_each(?2) s LEFT JOIN document d
        ON d.ns = ?1 AND d.source = s.value->>0 AND d.id = s.value->>1 AND d.dead_at IS NULL
      WHERE d.batch IS NOT s.value->>2), 'changed'`
  return jsonLists(seen.map(({ source, id, batch }) => [source, id, batch])).map((list) => ({
    sql,
    values: [ns, list],
  }))
}

function guardSources(ns: number, documents: readonly DocumentName[]): Statement[] {
  const sources = [...new Set(documents.map(({ source }) => source))]
  const sql = `INSERT INTO guard SELECT NOT EXISTS (
      SELECT 1 FROM json_each(?2) n LEFT JOIN source s ON s.ns = ?1 AND s.id = n.value AND s.deleted_at IS NULL
      WHERE s.id IS NULL), 'unknown_source'`
  return jsonLists(sources).map((list) => ({ sql, values: [ns, list] }))
}

function refusal({ rule }: Refused): DocumentsOutcome {
  switch (rule) {
    case 'changed':
    case 'over_quota':
    case 'backlog':
    case 'unknown_source':
    case 'embedder':
      return { kind: rule }
    default:
      throw new Error(`no such guard: ${rule}`)
  }
}

/** Each document once, and each with the state it was seen in: otherwise its old passages could stay alive beside the new. */
function assertSeen({ documents, deletes, seen }: DocumentsCommit): void {
  const touched = [...documents, ...deletes].map(({ source, id }) => JSON.stringify([source, id]))
  const known = new Set(seen.map(({ source, id }) => JSON.stringify([source, id])))
  if (new Set(touched).size !== touched.length) throw new Error('a commit names a document twice')
  if (!touched.every((name) => known.has(name))) throw new Error('a commit names a document it has not seen')
}
