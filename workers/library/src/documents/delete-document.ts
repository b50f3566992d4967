import type { Call, Reply } from '@cairn/http-kernel/call'
import { getDocument } from '@cairn/memory-store/document'
import { consistencyToken } from '@cairn/tenancy/consistency-token'
import type { LibraryBindings } from '../bindings.ts'
import { isStepDue, stepSoon } from '../maintenance/step-soon.ts'
import { findSource } from '../sources/find-source.ts'
import { absentDocument } from './absent-document.ts'
import { buryDocuments } from './bury-documents.ts'

/** Deletes a document; from here on it is in no answer and its text in no row. Deleting it again is `document_gone`. */
export async function deleteDocument(call: Call<LibraryBindings>): Promise<Reply> {
  const { namespace, source } = await findSource(call)
  const { ns } = namespace
  const name = { source: source.id, id: call.path.document! }
  const burial = await buryDocuments(call.bindings, { namespace, at: call.now, documents: [name] })
  if (burial.version === null) {
    const read = await getDocument(call.bindings.memory, { ns, ...name })
    throw absentDocument(read.kind === 'never' ? 'never' : 'deleted')
  }
  if (isStepDue(burial)) stepSoon(call, namespace)
  return {
    body: { id: name.id, deleted: true, receipt: burial.receipt },
    headers: consistencyToken(namespace, burial.version),
  }
}
