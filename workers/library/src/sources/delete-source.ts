import type { Call, Reply } from '@cairn/http-kernel/call'
import { Problem } from '@cairn/http-kernel/problem'
import { listDocuments } from '@cairn/memory-store/document'
import type { Namespace } from '@cairn/memory-store/namespace'
import { deleteSource as removeSource } from '@cairn/memory-store/source'
import type { DocumentRow } from '@cairn/memory-store/stored-document'
import { consistencyToken } from '@cairn/tenancy/consistency-token'
import type { LibraryBindings } from '../bindings.ts'
import { buryDocuments } from '../documents/bury-documents.ts'
import { isStepDue, stepQuietly, stepSoon } from '../maintenance/step-soon.ts'
import { findSource, sourceNotFound } from './find-source.ts'

/**
 * Deletes a source. With `cascade` its documents go first, in bounded commits: cut off in the middle, those that went are gone and
 * the same request goes on. Without it a source that has documents is `source_not_empty`.
 */
export async function deleteSource(call: Call<LibraryBindings>): Promise<Reply> {
  const { namespace, source } = await findSource(call)
  const { ns } = namespace
  const buried = call.input.cascade === true ? await buryAll(call, namespace, source.id) : NOTHING_BURIED
  const { kind } = await removeSource(call.bindings.memory, { ns, id: source.id, at: call.now })
  if (kind === 'unknown') throw sourceNotFound()
  if (kind === 'has_documents') throw notEmpty(call.input.cascade === true)
  if (buried.deleted > 0) stepSoon(call, namespace)
  return {
    body: { source_id: source.id, deleted: true, documents_deleted: buried.deleted },
    headers: consistencyToken(namespace, buried.version ?? undefined),
  }
}

interface Buried {
  readonly version: number | null
  readonly deleted: number
}
const NOTHING_BURIED: Buried = { version: null, deleted: 0 }

async function buryAll(call: Call<LibraryBindings>, namespace: Namespace, source: string): Promise<Buried> {
  const { bindings, now } = call
  let { version, deleted } = NOTHING_BURIED
  for (;;) {
    const rows = await listDocuments(bindings.memory, {
      ns: namespace.ns,
      source,
      after: null,
      limit: COMMIT_DOCUMENTS_MAX,
    })
    if (rows.length === 0) return { version, deleted }
    const burial = await buryDocuments(bindings, { namespace, at: now, documents: oneCommit(rows) })
    if (isStepDue(burial)) await stepQuietly(bindings, namespace)
    version = burial.version ?? version
    deleted += burial.deleted
  }
}

const COMMIT_DOCUMENTS_MAX = 250
const COMMIT_PASSAGES_MAX = 1000

/** As many of the first rows as one commit buries: at least one, and few passages. */
export function oneCommit(rows: readonly DocumentRow[]): readonly DocumentRow[] {
  let passages = 0
  const end = rows.findIndex((row, place) => {
    passages += row.passages
    return place > 0 && passages > COMMIT_PASSAGES_MAX
  })
  return end === -1 ? rows : rows.slice(0, end)
}

function notEmpty(cascaded: boolean): Problem {
  if (cascaded)
    return new Problem('write_conflict', 'Documents kept being written into the source; send it again.')
  return new Problem(
    'source_not_empty',
    'The source has documents. Send `cascade=true` to delete them as well.',
  )
}
