import type { Call, Reply } from '@cairn/http-kernel/call'
import type { ConformanceBindings } from './bindings.ts'
import { carryOn } from './carry-on.ts'
import { openRun } from './open-run.ts'
import { summaryOf } from './run-record.ts'

/** Carries a run on by at most 20 sibling calls (`POST /v1/conformance/runs/{id}/steps`). */
export async function stepRun({ bindings, path }: Call<ConformanceBindings>): Promise<Reply> {
  const stored = await openRun(bindings, path.id!)
  return { body: summaryOf(await carryOn(bindings, stored)) }
}
