import type { Call, Reply } from '@cairn/http-kernel/call'
import type { Namespace } from '@cairn/memory-store/namespace'
import type { StoredResearch } from '@cairn/memory-store/research'
import { consistencyToken } from '@cairn/tenancy/consistency-token'
import type { LibraryBindings } from '../bindings.ts'
import { receiptHeader } from '../receipts/receipt-header.ts'
import type { Made } from './decide.ts'
import { ResearchReader } from './research-reader.ts'
import { verdictHeader, verdictsOf } from './verdicts.ts'

/** What of a research document is answered. */
export type Answered = Pick<StoredResearch, 'kind' | 'document' | 'etag'>

/**
 * A research document as every operation answers it, byte for byte as it is stored; of a citation a header says whether it holds now.
 * `version` and `receipt`: those a write made.
 */
export async function researchReply(
  { bindings, now }: Pick<Call<LibraryBindings>, 'bindings' | 'now'>,
  { kind, document, etag }: Answered,
  {
    namespace,
    version,
    receipt = null,
    status,
  }: { readonly namespace: Namespace; readonly status?: number } & Partial<Made>,
): Promise<Reply> {
  const reader = new ResearchReader(bindings.memory, { ns: namespace.ns, now })
  const verdicts = kind === 'citation' ? await verdictsOf(reader, [JSON.parse(document)]) : []
  return {
    ...(status === undefined ? {} : { status }),
    bytes: document,
    type: 'application/json; charset=utf-8',
    headers: {
      ETag: `"${etag}"`,
      ...consistencyToken(namespace, version),
      ...receiptHeader(receipt),
      ...Object.fromEntries(verdicts.map((verdict) => ['Citation-Verdict', verdictHeader(verdict)])),
    },
  }
}
