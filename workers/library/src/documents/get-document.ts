import type { Call, Reply } from '@cairn/http-kernel/call'
import { getDocument as readDocument } from '@cairn/memory-store/document'
import { consistencyToken } from '@cairn/tenancy/consistency-token'
import type { LibraryBindings } from '../bindings.ts'
import { findSource } from '../sources/find-source.ts'
import { absentDocument } from './absent-document.ts'
import { pointersOf } from './answer-line.ts'
import { unpackBody } from './stored-body.ts'

/** A document as it was sent, with its source and the pointers of its passages in order. */
export async function getDocument(call: Call<LibraryBindings>): Promise<Reply> {
  const { namespace, source } = await findSource(call)
  const read = await readDocument(call.bindings.memory, {
    ns: namespace.ns,
    source: source.id,
    id: call.path.document!,
  })
  if (read.kind !== 'live') throw absentDocument(read.kind)
  const body = {
    ...unpackBody(read.document, read.body),
    source_id: source.id,
    pointers: pointersOf(namespace, read.document),
  }
  return { body, headers: consistencyToken(namespace) }
}
