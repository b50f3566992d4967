import type { Call } from '@cairn/http-kernel/call'
import type { LibraryBindings } from '../bindings.ts'
import { stepNamespace } from './step-namespace.ts'

/** Whether a commit is one of those after which segments are looked at: every eighth, so that at most 16 are live. */
export function isStepDue(version: number | null): boolean {
  return version !== null && version % STEP_EVERY === 0
}

const STEP_EVERY = 8

/** Begins a merge that the answer does not wait for. What it fails at, the next step tries again. */
export function stepSoon({ bindings, waitUntil }: Call<LibraryBindings>, ns: number): void {
  waitUntil(stepNamespace(bindings, ns).catch(logStep))
}

/** Logs which class of failure a step met. */
export function logStep(failure: unknown): void {
  const error = failure instanceof Error ? failure.constructor.name : typeof failure
  console.error(JSON.stringify({ error, operation: 'maintenanceStep' }))
}
