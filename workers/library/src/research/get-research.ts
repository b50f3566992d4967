import type { Call, Handler, Reply } from '@cairn/http-kernel/call'
import type { Namespace } from '@cairn/memory-store/namespace'
import { type ResearchKind, readResearch, type StoredResearch } from '@cairn/memory-store/research'
import { openNamespace } from '@cairn/tenancy/open-namespace'
import type { LibraryBindings } from '../bindings.ts'
import { absent } from './refusals.ts'
import { ResearchReader } from './research-reader.ts'
import { writtenReply } from './research-reply.ts'
import { verdictHeader, verdictsOf } from './verdicts.ts'

/** A research document as it was written. */
export function getResearch(kind: Exclude<ResearchKind, 'citation'>): Handler<LibraryBindings> {
  return async (call) => {
    const { namespace, row } = await findResearch(call, kind)
    return writtenReply(row, { namespace })
  }
}

/** A citation as it was written; a header says whether it holds now. */
export async function getCitation(call: Call<LibraryBindings>): Promise<Reply> {
  const { namespace, row } = await findResearch(call, 'citation')
  const reader = new ResearchReader(call.bindings.memory, namespace.ns)
  const [verdict] = await verdictsOf(reader, [JSON.parse(row.document)])
  const reply = writtenReply(row, { namespace })
  return { ...reply, headers: { ...reply.headers, 'Citation-Verdict': verdictHeader(verdict!) } }
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
