import type { Namespace } from '@cairn/memory-store/namespace'
import { lastNamespace, readNamespacePage } from '@cairn/memory-store/namespace-page'
import { collectRevocations } from '@cairn/memory-store/revocation'
import type { LibraryBindings } from '../bindings.ts'
import { maintain } from './maintain.ts'
import { logStep } from './step-soon.ts'

/** Some pieces of maintenance in each of some namespaces. Runs take turns through all of them; one that fails stops no other. */
export async function maintainSome(bindings: LibraryBindings, scheduledTime: number): Promise<void> {
  await collectRevocations(bindings.memory, { at: scheduledTime })
  const last = await lastNamespace(bindings.memory)
  const runs = Math.max(1, Math.ceil(last / NAMESPACES_A_RUN))
  const after = (Math.floor(scheduledTime / RUN_EVERY_MS) % runs) * NAMESPACES_A_RUN
  const page = await readNamespacePage(bindings.memory, { after, limit: NAMESPACES_A_RUN })
  for (const namespace of page) await maintainOn(bindings, namespace).catch(logStep)
}

async function maintainOn(bindings: LibraryBindings, namespace: Namespace): Promise<void> {
  for (let piece = 0; piece < PIECES_A_RUN; piece++) if (!(await maintain(bindings, namespace)).more) return
}

const NAMESPACES_A_RUN = 20
/** A long merge goes on over several. */
const PIECES_A_RUN = 4
const RUN_EVERY_MS = 60_000
