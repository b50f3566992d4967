import { stepRun } from '@cairn/conformance/run'
import { LIMITS } from '@cairn/contract/limits'
import { putRun, type StoredRun } from '@cairn/memory-store/conformance-run'
import type { ConformanceBindings } from './bindings.ts'
import { stateOf, storedRun } from './run-record.ts'
import { siblings } from './siblings.ts'

/** Carries a run on by at most 20 sibling calls and stores it; a finished one stays as it is. */
export async function carryOn(bindings: ConformanceBindings, stored: StoredRun): Promise<StoredRun> {
  const before = stateOf(stored)
  if (before === null) return stored
  const bounds = { callsMax: LIMITS.conformanceStepCallsMax, now: bindings.clock() }
  const after = storedRun(await stepRun(before, await siblings(bindings), bounds))
  await putRun(bindings.memory, after)
  return after
}
