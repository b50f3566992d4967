import type { Call, Handler, Reply } from '@cairn/http-kernel/call'
import {
  type ResearchKind,
  listResearch as readPage,
  type StoredResearch,
} from '@cairn/memory-store/research'
import { consistencyToken } from '@cairn/tenancy/consistency-token'
import { openNamespace } from '@cairn/tenancy/open-namespace'
import type { LibraryBindings } from '../bindings.ts'
import { nextPage, openPage } from '../namespaces/page-cursor.ts'

/** One page of the research documents of a kind, in the order they were made, under the plural of its name. */
export function listResearch(kind: ResearchKind): Handler<LibraryBindings> {
  return async (call: Call<LibraryBindings>): Promise<Reply> => {
    const namespace = await openNamespace(call)
    if (namespace === null) return { body: { [`${kind}s`]: [], next: {} } }
    const limit = call.input.limit as number
    const place = await openPage(call, namespace)
    const after = place === null ? null : { made: place.version, place: place.position }
    const rows = await readPage(call.bindings.memory, { ns: namespace.ns, kind, after, limit: limit + 1 })
    const page = rows.slice(0, limit)
    const next = await nextPage(call, namespace, rows.length > limit ? placeOf(page.at(-1)!) : null)
    const documents = page.map(({ document }) => JSON.parse(document))
    return { body: { [`${kind}s`]: documents, next }, headers: consistencyToken(namespace) }
  }
}

function placeOf({ made, place }: StoredResearch) {
  return { version: made, position: place }
}
