import type { Call, Reply } from '@cairn/http-kernel/call'
import { listNamespaces as readNamespaces } from '@cairn/memory-store/namespace'
import { openNamespace } from '@cairn/tenancy/open-namespace'
import type { LibraryBindings } from '../bindings.ts'

/** The namespaces of the tenant that the token names, by number, with what each holds. */
export async function listNamespaces(call: Call<LibraryBindings>): Promise<Reply> {
  await openNamespace(call)
  const all = await readNamespaces(call.bindings.memory, { tenant: call.caller.tenant })
  const namespaces = all
    .filter(({ name }) => isOpenTo(call, name))
    .map(({ name, number, epoch, head, documents, passages, facts, bytes }) => ({
      name,
      number,
      epoch,
      version: head,
      documents,
      passages,
      facts,
      bytes,
    }))
  return { body: { namespaces } }
}

/** Whether the token of a call names a namespace. */
export function isOpenTo(call: Call<LibraryBindings>, namespace: string): boolean {
  const { namespaces } = call.caller
  return namespaces[0] === '*' || namespaces.includes(namespace)
}
