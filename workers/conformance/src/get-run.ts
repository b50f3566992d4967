import { reportText } from '@cairn/conformance/report-text'
import type { Call, Reply } from '@cairn/http-kernel/call'
import type { ConformanceBindings } from './bindings.ts'
import { openRun } from './open-run.ts'
import { storedReport, summaryOf } from './run-record.ts'

/** The report of a run, as data and as text (`GET /v1/conformance/runs/{id}`); of one that is not finished, what is known so far. */
export async function getRun({ bindings, path }: Call<ConformanceBindings>): Promise<Reply> {
  const stored = await openRun(bindings, path.id!)
  const report = storedReport(stored)
  return { body: { ...summaryOf(stored), results: report.results, text: reportText(report) } }
}
