import type { Call, Handler, Reply } from '@cairn/http-kernel/call'
import type { ResearchKind } from '@cairn/memory-store/research'
import { writableNamespace } from '@cairn/tenancy/open-namespace'
import type { LibraryBindings } from '../bindings.ts'
import { decideResearch } from './decide.ts'
import { planPut } from './plan-put.ts'
import { expectState } from './precondition.ts'
import { invalid } from './refusals.ts'
import { researchReply } from './research-reply.ts'

/** Replaces a research document whole, or stores it where there is none; sent again as it is, nothing is written. */
export function putResearch(kind: Exclude<ResearchKind, 'passage'>): Handler<LibraryBindings> {
  return async (call: Call<LibraryBindings>): Promise<Reply> => {
    const id = call.path.id!
    const sent = call.body as Record<string, unknown>
    if (sent.id !== undefined && sent.id !== id) throw idsDiffer()
    const namespace = await writableNamespace(call)
    const decided = await decideResearch(call, namespace, async (reader) => {
      const before = (await reader.read(kind, [id])).get(id) ?? null
      expectState(call, before?.row.etag ?? null)
      const { puts } = await planPut({ kind, id, sent, before, reader, namespace, now: call.now })
      const isSame = puts[0].etag === before?.row.etag
      return { puts: isSame ? [] : puts, deletes: [], put: puts[0] }
    })
    if (decided.kind === 'repeated') throw new Error('a PUT has no key')
    const { decision, version, receipt } = decided
    return researchReply(call, decision.put, { namespace, version, receipt })
  }
}

function idsDiffer() {
  const message = 'found another id than the address has, expected the same, or none'
  return invalid([{ pointer: '/id', rule: 'id', message }])
}
