import type { Call, Handler, Reply } from '@cairn/http-kernel/call'
import type { ResearchKind } from '@cairn/memory-store/research'
import { consistencyToken } from '@cairn/tenancy/consistency-token'
import type { LibraryBindings } from '../bindings.ts'
import { receiptHeader } from '../receipts/receipt-header.ts'
import { decideResearch } from './decide.ts'
import { findResearch } from './get-research.ts'
import { planDelete } from './plan-delete.ts'
import { expectState } from './precondition.ts'
import { absent } from './refusals.ts'

/** Deletes a research document that nothing stands on, or with `cascade` also one that is stood on. */
export function deleteResearch(kind: ResearchKind): Handler<LibraryBindings> {
  return async (call: Call<LibraryBindings>): Promise<Reply> => {
    const { namespace, row } = await findResearch(call, kind)
    const { id } = row
    const decided = await decideResearch(call, namespace, async (reader) => {
      const live = (await reader.read(kind, [id])).get(id)
      if (live === undefined) throw absent(kind, 'deleted')
      expectState(call, live.row.etag)
      return planDelete({ live, isCascading: call.input.cascade === true, reader, now: call.now })
    })
    const { version, receipt } = decided
    return {
      body: { id, deleted: true },
      headers: { ...consistencyToken(namespace, version), ...receiptHeader(receipt) },
    }
  }
}
