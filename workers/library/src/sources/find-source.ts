import type { Call } from '@cairn/http-kernel/call'
import { Problem } from '@cairn/http-kernel/problem'
import type { Namespace } from '@cairn/memory-store/namespace'
import { getSource, type StoredSource } from '@cairn/memory-store/source'
import { openNamespace } from '@cairn/tenancy/open-namespace'
import type { LibraryBindings } from '../bindings.ts'

/** The source a call's address names, with its namespace. Throws `source_not_found`. */
export async function findSource(
  call: Call<LibraryBindings>,
): Promise<{ readonly namespace: Namespace; readonly source: StoredSource }> {
  const namespace = await openNamespace(call)
  if (namespace === null) throw sourceNotFound()
  const read = await getSource(call.bindings.memory, { ns: namespace.ns, id: call.path.id! })
  if (read.kind !== 'live') throw sourceNotFound()
  return { namespace, source: read.source }
}

/** The refusal where no live source has the id. */
export function sourceNotFound(): Problem {
  return new Problem(
    'source_not_found',
    'No source of that id is in this namespace. Store one with `PUT /v1/sources/{id}`.',
  )
}
