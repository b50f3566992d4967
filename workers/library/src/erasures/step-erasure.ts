import { type Erasure, runningErasure, saveErasure } from '@cairn/memory-store/erasure'
import { findNamespace, type Namespace } from '@cairn/memory-store/namespace'
import type { LibraryBindings } from '../bindings.ts'
import { eraseIndex } from './erase-index.ts'
import { eraseRows } from './erase-rows.ts'

/** One bounded piece of an erasure: what is in rows first, then what the index still holds. Repeating it is safe. */
export async function stepErasure(
  bindings: LibraryBindings,
  namespace: Namespace,
  erasure: Erasure,
): Promise<Erasure> {
  if (erasure.finishedAt !== null) return erasure
  const rowless = erasure.version === null ? await withoutRows(bindings, namespace, erasure) : erasure
  if (rowless.version === null || !(await eraseIndex(bindings, namespace, rowless.version))) return rowless
  const finished = { ...rowless, target: null, finishedAt: bindings.clock() }
  await saveErasure(bindings.memory, finished)
  return finished
}

/** Goes on with the erasure that has waited longest, if there is one; whether it is still running. */
export async function eraseOn(bindings: LibraryBindings, namespace: Namespace): Promise<boolean> {
  const erasure = await runningErasure(bindings.memory, namespace)
  return erasure !== null && (await stepErasure(bindings, namespace, erasure)).finishedAt === null
}

async function withoutRows(
  bindings: LibraryBindings,
  namespace: Namespace,
  erasure: Erasure,
): Promise<Erasure> {
  const { removed, receipt, isMore } = await eraseRows(bindings, namespace, erasure.target!)
  const head = (await findNamespace(bindings.memory, namespace))!.head
  const after = {
    ...erasure,
    version: isMore ? null : head,
    receipt: receipt ?? erasure.receipt,
    removed: {
      documents: erasure.removed.documents + removed.documents,
      facts: erasure.removed.facts + removed.facts,
      research: erasure.removed.research + removed.research,
    },
  }
  await saveErasure(bindings.memory, after)
  return after
}
