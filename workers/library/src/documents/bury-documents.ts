import { Problem } from '@cairn/http-kernel/problem'
import { commitDocuments } from '@cairn/memory-store/commit-documents'
import type { Namespace } from '@cairn/memory-store/namespace'
import { type DocumentState, readDocumentStates } from '@cairn/memory-store/passage'
import type { DocumentName } from '@cairn/memory-store/stored-document'
import type { LibraryBindings } from '../bindings.ts'
import { type SteppingCommit, stepQuietly } from '../maintenance/step-soon.ts'
import { buriedIn, refusalOfCommit } from './commit-group.ts'
import { documentSegment } from './document-segment.ts'

/** Which documents leave, and when (ms). */
export interface Burial {
  readonly namespace: Namespace
  readonly at: number
  readonly documents: readonly DocumentName[]
}

/** What a burial did. `version` null: none of the documents was live. */
export interface Buried extends SteppingCommit {
  readonly deleted: number
  readonly receipt: string | null
}

/**
 * Deletes those of the documents that are live, in one commit. Throws `write_conflict` when other writers came between 5 times,
 * `index_backlog` when a merge that would make room is another's.
 */
export async function buryDocuments(bindings: LibraryBindings, burial: Burial): Promise<Buried> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
    const states = await readDocumentStates(bindings.memory, {
      ns: burial.namespace.ns,
      documents: burial.documents,
    })
    const live = states.filter(({ batch }) => batch !== null)
    if (live.length === 0) return { version: null, segmentBytes: 0, deleted: 0, receipt: null }
    const buried = await commitMerging(bindings, burial, live)
    if (buried !== null) return buried
    await bindings.pause(attempt * PAUSE_STEP_MS)
  }
  throw new Problem('write_conflict', 'Other writers kept replacing the same documents; send it again.')
}

const ATTEMPTS_MAX = 5
const PAUSE_STEP_MS = 20

/** What is to be deleted does not wait for a merge that can be made now. */
async function commitMerging(
  bindings: LibraryBindings,
  burial: Burial,
  live: readonly DocumentState[],
): Promise<Buried | null> {
  try {
    return await commitBurial(bindings, burial, live)
  } catch (failure) {
    if (!(failure instanceof Problem) || failure.code !== 'index_backlog') throw failure
    await stepQuietly(bindings, burial.namespace)
    return commitBurial(bindings, burial, live)
  }
}

/** Null when another writer came between. */
async function commitBurial(
  { memory: db, quota, freshId, signerOf }: LibraryBindings,
  { namespace, at }: Burial,
  live: readonly DocumentState[],
): Promise<Buried | null> {
  const segment = documentSegment([], buriedIn(live))
  const outcome = await commitDocuments(db, {
    ns: namespace.ns,
    commitId: freshId(),
    requestHash: '',
    at,
    answer: '',
    signer: signerOf(namespace),
    documents: [],
    deletes: live,
    seen: live,
    segment,
    embedder: null,
    quota,
  })
  if (outcome.kind === 'changed') return null
  if (outcome.kind !== 'committed' && outcome.kind !== 'repeated') throw refusalOfCommit(outcome.kind)
  const { version, receipt } = outcome
  return { version, segmentBytes: segment.bytes.length, deleted: live.length, receipt }
}
