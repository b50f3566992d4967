import type { Call, Handler } from '@cairn/http-kernel/call'
import type { Namespace } from '@cairn/memory-store/namespace'
import { type ResearchKind, readResearch, type StoredResearch } from '@cairn/memory-store/research'
import { openNamespace } from '@cairn/tenancy/open-namespace'
import type { LibraryBindings } from '../bindings.ts'
import { absent } from './refusals.ts'
import { researchReply } from './research-reply.ts'

/** A research document as it was written. */
export function getResearch(kind: ResearchKind): Handler<LibraryBindings> {
  return async (call) => {
    const { namespace, row } = await findResearch(call, kind)
    return researchReply(call, row, { namespace })
  }
}

/** The research document a call's address names. Throws `research_not_found` or `research_gone`. */
export async function findResearch(
  call: Call<LibraryBindings>,
  kind: ResearchKind,
): Promise<{ readonly namespace: Namespace; readonly row: StoredResearch }> {
  const namespace = await openNamespace(call)
  if (namespace === null) throw absent(kind, 'never')
  const names = [{ kind, id: call.path.id! }]
  const [read] = await readResearch(call.bindings.memory, { ns: namespace.ns, names })
  if (read!.kind !== 'live') throw absent(kind, read!.kind)
  return { namespace, row: read!.research }
}
