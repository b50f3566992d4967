import { Problem } from '@cairn/http-kernel/problem'
import { getRun, type StoredRun } from '@cairn/memory-store/conformance-run'
import type { ConformanceBindings } from './bindings.ts'

/** The run of an id; throws `run_not_found`. */
export async function openRun({ memory }: ConformanceBindings, id: string): Promise<StoredRun> {
  const found = await getRun(memory, { id })
  if (found !== null) return found
  throw new Problem('run_not_found', 'No run has this id. `GET /v1/conformance/runs` lists the last ones.')
}
