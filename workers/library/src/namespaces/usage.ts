import type { Call, Reply } from '@cairn/http-kernel/call'
import type { Namespace } from '@cairn/memory-store/namespace'
import { countResearch } from '@cairn/memory-store/usage'
import { consistencyToken } from '@cairn/tenancy/consistency-token'
import { openNamespace } from '@cairn/tenancy/open-namespace'
import type { LibraryBindings } from '../bindings.ts'

/** What a namespace holds and may hold; before its first write that is nothing. A quota of its own wins over the deployment's. */
export async function usage(call: Call<LibraryBindings>): Promise<Reply> {
  const namespace = await openNamespace(call)
  const research = namespace === null ? NO_RESEARCH : await countResearch(call.bindings.memory, namespace)
  const { documents, passages, facts, bytes, head } = namespace ?? NOTHING
  return {
    body: {
      namespace: call.namespace,
      documents,
      passages,
      facts,
      research: {
        sources: research.source,
        passages: research.passage,
        citations: research.citation,
        notebooks: research.notebook,
      },
      bytes,
      commits: head,
      quota: quotaOf(call, namespace),
    },
    headers: consistencyToken(namespace),
  }
}

const NOTHING = { documents: 0, passages: 0, facts: 0, bytes: 0, head: 0 }
const NO_RESEARCH = { source: 0, passage: 0, citation: 0, notebook: 0 }

function quotaOf({ bindings: { quota } }: Call<LibraryBindings>, namespace: Namespace | null) {
  return {
    passages_max: namespace?.passagesMax ?? quota.passagesMax,
    bytes_max: namespace?.bytesMax ?? quota.bytesMax,
  }
}
