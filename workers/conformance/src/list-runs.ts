import type { Call, Reply } from '@cairn/http-kernel/call'
import { listRuns as readRuns } from '@cairn/memory-store/conformance-run'
import type { ConformanceBindings } from './bindings.ts'
import { summaryOf } from './run-record.ts'

/** How many runs a list tells of. */
export const RUNS_SHOWN = 10

/** The last runs, newest first, without their results (`GET /v1/conformance/runs`). */
export async function listRuns({ bindings }: Call<ConformanceBindings>): Promise<Reply> {
  const stored = await readRuns(bindings.memory, { before: null, limit: RUNS_SHOWN })
  return { body: { runs: stored.map(summaryOf) } }
}
