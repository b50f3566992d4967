import type { Call, Reply } from '@cairn/http-kernel/call'
import { listDocuments as readDocuments } from '@cairn/memory-store/document'
import { passageDocument } from '@cairn/memory-store/passage-document'
import type { DocumentRow } from '@cairn/memory-store/stored-document'
import { consistencyToken } from '@cairn/tenancy/consistency-token'
import type { LibraryBindings } from '../bindings.ts'
import { nextPage, openPage, walkEnded } from '../namespaces/page-cursor.ts'
import { findSource } from '../sources/find-source.ts'

/** One page of the live documents of a source, by id. A walk shows none twice, and none that is deleted when its page is made. */
export async function listDocuments(call: Call<LibraryBindings>): Promise<Reply> {
  const { namespace, source } = await findSource(call)
  const { ns } = namespace
  const limit = call.input.limit as number
  const place = await openPage(call, namespace)
  const after = place === null ? null : await idAt(call, { ns, ...place })
  const rows = await readDocuments(call.bindings.memory, { ns, source: source.id, after, limit: limit + 1 })
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1)! : null
  const next = await nextPage(call, namespace, last && { version: last.batch, position: last.firstOrdinal })
  return { body: { documents: page.map(documentItem), next }, headers: consistencyToken(namespace) }
}

/** A cursor names the last document of its page by its first passage, whose row outlives the document. */
async function idAt(
  call: Call<LibraryBindings>,
  { ns, version, position }: { readonly ns: number; readonly version: number; readonly position: number },
): Promise<string> {
  const name = await passageDocument(call.bindings.memory, { ns, batch: version, ordinal: position })
  if (name === null) throw walkEnded()
  return name.id
}

function documentItem(row: DocumentRow) {
  return {
    id: row.id,
    title: row.title || null,
    uri: row.uri || null,
    kind: row.kind || null,
    tags: row.tags,
    author: row.author || null,
    created_at: instantOf(row.createdAt),
    event_at: instantOf(row.eventAt),
    passages: row.passages,
  }
}

const instantOf = (milliseconds: number | null) =>
  milliseconds === null ? null : new Date(milliseconds).toISOString()
