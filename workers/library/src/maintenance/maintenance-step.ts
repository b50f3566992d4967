import type { Call, Reply } from '@cairn/http-kernel/call'
import { namespaceNotFound } from '@cairn/http-kernel/problem'
import { listNamespaces, type Namespace } from '@cairn/memory-store/namespace'
import { askRebuild } from '@cairn/memory-store/revert-merge'
import { openNamespace } from '@cairn/tenancy/open-namespace'
import type { LibraryBindings } from '../bindings.ts'
import { isOpenTo } from '../namespaces/list-namespaces.ts'
import { type Maintained, maintain, together } from './maintain.ts'

/** One bounded piece of maintenance in the namespace the address names, or in each that the token names; `rebuild` begins one first. */
export async function maintenanceStep(call: Call<LibraryBindings>): Promise<Reply> {
  const { bindings, input } = call
  const until = bindings.clock() + REQUEST_MS
  const pieces: Maintained[] = []
  for (const one of await namespacesOf(call)) {
    if (bindings.clock() >= until) {
      pieces.push(NOT_REACHED)
      break
    }
    if (input.rebuild === true) await askRebuild(bindings.memory, { ns: one.ns, through: null })
    pieces.push(await maintain(bindings, one))
  }
  return { body: together(pieces) }
}

/** No namespace is begun later in a request than this: the next one comes to it. */
const REQUEST_MS = 20_000
const NOT_REACHED: Maintained = { merged: 0, collected: 0, more: true }

async function namespacesOf(call: Call<LibraryBindings>): Promise<readonly Namespace[]> {
  const one = await openNamespace(call)
  if (!call.url.searchParams.has('namespace')) {
    const all = await listNamespaces(call.bindings.memory, { tenant: call.caller.tenant })
    return all.filter(({ name }) => isOpenTo(call, name))
  }
  if (one === null) throw namespaceNotFound()
  return [one]
}
