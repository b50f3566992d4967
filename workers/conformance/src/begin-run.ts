import { startRun } from '@cairn/conformance/run'
import { putRun, type StoredRun } from '@cairn/memory-store/conformance-run'
import type { ConformanceBindings } from './bindings.ts'
import { storedRun } from './run-record.ts'

/** Stores a run of that id, before its first step. */
export async function beginRun({ memory, clock }: ConformanceBindings, id: string): Promise<StoredRun> {
  const stored = storedRun(startRun({ id, now: clock() }))
  await putRun(memory, stored)
  return stored
}

/** An id that no run has: 32 hexadecimal digits. */
export function freshRunId(): string {
  return crypto.randomUUID().replaceAll('-', '')
}
