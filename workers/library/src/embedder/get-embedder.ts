import type { Call, Reply } from '@cairn/http-kernel/call'
import type { Embedder } from '@cairn/memory-store/embedder'
import { consistencyToken } from '@cairn/tenancy/consistency-token'
import { openNamespace } from '@cairn/tenancy/open-namespace'
import type { LibraryBindings } from '../bindings.ts'

/** What makes the vectors of a namespace; all null where nothing does, as before its first write. */
export async function getEmbedder(call: Call<LibraryBindings>): Promise<Reply> {
  const namespace = await openNamespace(call)
  return { body: standing(namespace?.embedder ?? null), headers: consistencyToken(namespace) }
}

/** An embedder as a client is told. */
export function standing(embedder: Embedder | null) {
  const { name = null, dimensions = null, version = null } = embedder ?? {}
  return { embedder: name, dimensions, version }
}
