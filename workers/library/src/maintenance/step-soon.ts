import type { Call } from '@cairn/http-kernel/call'
import type { Namespace } from '@cairn/memory-store/namespace'
import type { LibraryBindings } from '../bindings.ts'
import { WRITER_STEP_BOUNDS } from './step-budget.ts'
import { stepNamespace } from './step-namespace.ts'

/** Whether a commit is one after which segments are looked at: every eighth, and one whose segment is large. */
export function isStepDue({ version, segmentBytes }: SteppingCommit): boolean {
  return version !== null && (version % STEP_EVERY === 0 || segmentBytes >= LARGE_SEGMENT_BYTES)
}

/** What a commit added to the index. `version` null: there was nothing to write. */
export interface SteppingCommit {
  readonly version: number | null
  readonly segmentBytes: number
}

const STEP_EVERY = 8
const LARGE_SEGMENT_BYTES = 512 * 1024

/** Begins a merge that the answer does not wait for. */
export function stepSoon({ bindings, waitUntil }: Call<LibraryBindings>, namespace: Namespace): void {
  waitUntil(stepQuietly(bindings, namespace))
}

/** Merges on behalf of a writer, whose commits stand whether or not it succeeds: what it fails at, the next step tries again. */
export async function stepQuietly(bindings: LibraryBindings, namespace: Namespace): Promise<void> {
  await stepNamespace(bindings, namespace, WRITER_STEP_BOUNDS).catch(logStep)
}

/** Logs which class of failure a step met. */
export function logStep(failure: unknown): void {
  const error = failure instanceof Error ? failure.constructor.name : typeof failure
  console.error(JSON.stringify({ error, operation: 'maintenanceStep' }))
}
