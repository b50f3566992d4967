import { type Report, reportOf } from '@cairn/conformance/report'
import { isFinished } from '@cairn/conformance/run'
import type { RunState } from '@cairn/conformance/run-state'
import type { StoredRun } from '@cairn/memory-store/conformance-run'

/** A run without its results: how far it is, and how it stands. */
export type RunSummary = Omit<Report, 'results'> & {
  readonly status: 'running' | 'finished'
  /** Scenarios still to run. */
  readonly remaining: number
}

/** A run as it is stored; of a finished one only the report is kept. */
export function storedRun(state: RunState): StoredRun {
  const { id, startedAt: at } = state
  return isFinished(state)
    ? { id, at, state: '{}', report: JSON.stringify(reportOf(state)) }
    : { id, at, state: JSON.stringify(state), report: null }
}

/** The state of a run that is not finished; null of one that is. */
export function stateOf(stored: StoredRun): RunState | null {
  return stored.report === null ? (JSON.parse(stored.state) as RunState) : null
}

/** The report of a run, finished or not. */
export function storedReport(stored: StoredRun): Report {
  return stored.report === null ? reportOf(stateOf(stored)!) : (JSON.parse(stored.report) as Report)
}

/** What is told of a run in lists and after a step. */
export function summaryOf(stored: StoredRun): RunSummary {
  const { results: _results, id, ...rest } = storedReport(stored)
  const remaining = stateOf(stored)?.remaining.length ?? 0
  return { id, status: stored.report === null ? 'running' : 'finished', remaining, ...rest }
}
