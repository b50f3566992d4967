import { lastNamespace, readNamespacePage } from '@cairn/memory-store/namespace-page'
import { collectRevocations } from '@cairn/memory-store/revocation'
import type { LibraryBindings } from '../bindings.ts'
import { maintain } from './maintain.ts'
import { logStep } from './step-soon.ts'

/** One piece of maintenance in each of some namespaces. Runs take turns through all of them; one that fails stops no other. */
export async function maintainSome(bindings: LibraryBindings, scheduledTime: number): Promise<void> {
  await collectRevocations(bindings.memory, { at: scheduledTime })
  const last = await lastNamespace(bindings.memory)
  const runs = Math.max(1, Math.ceil(last / NAMESPACES_A_RUN))
  const after = (Math.floor(scheduledTime / RUN_EVERY_MS) % runs) * NAMESPACES_A_RUN
  const page = await readNamespacePage(bindings.memory, { after, limit: NAMESPACES_A_RUN })
  for (const namespace of page) await maintain(bindings, namespace).catch(logStep)
}

const NAMESPACES_A_RUN = 20
const RUN_EVERY_MS = 60_000
