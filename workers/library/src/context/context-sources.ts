import type { Call, Reply } from '@cairn/http-kernel/call'
import { listSources, type StoredSource } from '@cairn/memory-store/source'
import { openNamespace } from '@cairn/tenancy/open-namespace'
import type { LibraryBindings } from '../bindings.ts'

/** Every source of a namespace with the address that answers for it: what the agent Worker gathers from. */
export async function contextSources(call: Call<LibraryBindings>): Promise<Reply> {
  const namespace = await openNamespace(call)
  const sources = namespace === null ? [] : await allSources(call, namespace.ns)
  return {
    body: {
      sources: sources.map(({ manifest, upstream, upstreamToken: token }) => ({
        manifest: JSON.parse(manifest),
        upstream:
          upstream === null ? null : { ...JSON.parse(upstream), ...(token === null ? {} : { token }) },
      })),
    },
  }
}

async function allSources({ bindings }: Call<LibraryBindings>, ns: number): Promise<StoredSource[]> {
  const all: StoredSource[] = []
  for (;;) {
    const after = all.at(-1)?.id ?? null
    const rows = await listSources(bindings.memory, { ns, after, limit: PAGE_ROWS })
    all.push(...rows)
    if (rows.length < PAGE_ROWS) return all
  }
}

const PAGE_ROWS = 1000
