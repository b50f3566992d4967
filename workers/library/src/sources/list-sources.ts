import type { Call, Reply } from '@cairn/http-kernel/call'
import { sha256 } from '@cairn/http-kernel/sha-256'
import { listSources as readSources, type StoredSource } from '@cairn/memory-store/source'
import { consistencyToken } from '@cairn/tenancy/consistency-token'
import { openNamespace } from '@cairn/tenancy/open-namespace'
import type { LibraryBindings } from '../bindings.ts'
import { nextPage, openPage, type PagePlace, walkEnded } from '../namespaces/page-cursor.ts'

/** One page of the manifests of a namespace, by source id; before the first write there are none. */
export async function listSources(call: Call<LibraryBindings>): Promise<Reply> {
  const namespace = await openNamespace(call)
  if (namespace === null) return { body: { sources: [], next: {} } }
  const { ns } = namespace
  const limit = call.input.limit as number
  const place = await openPage(call, namespace)
  const after = place === null ? null : await idAt(call, ns, place)
  const rows = await readSources(call.bindings.memory, { ns, after, limit: limit + 1 })
  const page = rows.slice(0, limit)
  const next = await nextPage(call, namespace, rows.length > limit ? await placeOf(page.at(-1)!) : null)
  const sources = page.map(({ manifest }) => JSON.parse(manifest))
  return { body: { sources, next }, headers: consistencyToken(namespace) }
}

/** A cursor has no room for an id: it carries 72 bits of its hash, and the id is looked for among the sources. */
async function placeOf({ id }: StoredSource): Promise<PagePlace> {
  const hash = await sha256(id)
  return {
    version: Number.parseInt(hash.slice(0, 10), 16),
    position: Number.parseInt(hash.slice(10, 18), 16),
  }
}

async function idAt(call: Call<LibraryBindings>, ns: number, place: PagePlace): Promise<string> {
  let after: string | null = null
  for (;;) {
    const rows: StoredSource[] = await readSources(call.bindings.memory, { ns, after, limit: SCAN_ROWS })
    for (const row of rows) {
      const { version, position } = await placeOf(row)
      if (version === place.version && position === place.position) return row.id
    }
    if (rows.length < SCAN_ROWS) throw walkEnded()
    after = rows.at(-1)!.id
  }
}

const SCAN_ROWS = 1000
