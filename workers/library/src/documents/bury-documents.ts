import { Problem } from '@cairn/http-kernel/problem'
import { commitDocuments } from '@cairn/memory-store/commit-documents'
import { type DocumentState, readDocumentStates } from '@cairn/memory-store/passage'
import type { DocumentName } from '@cairn/memory-store/stored-document'
import type { LibraryBindings } from '../bindings.ts'
import { stepNamespace } from '../maintenance/step-namespace.ts'
import { buriedIn, refusalOfCommit } from './commit-group.ts'
import { documentSegment } from './document-segment.ts'

/** Which documents leave, and when (ms). */
export interface Burial {
  readonly ns: number
  readonly at: number
  readonly documents: readonly DocumentName[]
}

/**
 * Deletes those of the documents that are live, in one commit; answers with its version and how many they were. `version` null:
 * none was live. Throws `write_conflict` when other writers came between 5 times, `index_backlog`.
 */
export async function buryDocuments(
  bindings: LibraryBindings,
  burial: Burial,
): Promise<{ readonly version: number | null; readonly deleted: number }> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
    const states = await readDocumentStates(bindings.db, burial)
    const live = states.filter(({ batch }) => batch !== null)
    if (live.length === 0) return { version: null, deleted: 0 }
    const version = await commitMerging(bindings, burial, live)
    if (version !== null) return { version, deleted: live.length }
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
): Promise<number | null> {
  try {
    return await commitBurial(bindings, burial, live)
  } catch (failure) {
    if (!(failure instanceof Problem) || failure.code !== 'index_backlog') throw failure
    await stepNamespace(bindings, burial.ns)
    return commitBurial(bindings, burial, live)
  }
}

/** The version of the burial, or null when another writer came between. */
async function commitBurial(
  { db, quota, freshId }: LibraryBindings,
  { ns, at }: Burial,
  live: readonly DocumentState[],
): Promise<number | null> {
  const outcome = await commitDocuments(db, {
    ns,
    commitId: freshId(),
    requestHash: '',
    at,
    answer: '',
    documents: [],
    deletes: live,
    seen: live,
    segment: documentSegment([], buriedIn(live)),
    quota,
  })
  if (outcome.kind === 'changed') return null
  if (outcome.kind === 'committed' || outcome.kind === 'repeated') return outcome.version
  throw refusalOfCommit(outcome.kind)
}
