import { forgetRuns, listRuns } from '@cairn/memory-store/conformance-run'
import { beginRun, freshRunId } from './begin-run.ts'
import type { ConformanceBindings } from './bindings.ts'
import { carryOn } from './carry-on.ts'
import { RUNS_SHOWN } from './list-runs.ts'

/** How many runs are kept. */
const RUNS_KEPT = 50

/** One tick of the cron: the newest unfinished run is carried on by a step; without one a run is started and old ones are forgotten. */
export async function tick(bindings: ConformanceBindings): Promise<void> {
  const last = await listRuns(bindings.memory, { before: null, limit: RUNS_SHOWN })
  const unfinished = last.find(({ report }) => report === null)
  if (unfinished === undefined) await forgetRuns(bindings.memory, { kept: RUNS_KEPT })
  await carryOn(bindings, unfinished ?? (await beginRun(bindings, freshRunId())))
}
