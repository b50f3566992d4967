import { CannotExercise } from './cannot-exercise.ts'
import { isServed } from './is-served.ts'
import { cellOf, noteUnexercised } from './ledger.ts'
import { Probe } from './probe.ts'
import { workersOf } from './requirements.ts'
import type { RunState } from './run-state.ts'
import type { Scenario } from './scenario.ts'
import { SCENARIOS } from './scenarios.ts'
import type { Target } from './target.ts'

/** A run before its first step. `id` is 1 to 64 lower-case letters and digits, another for every run. */
export function startRun({ id, now }: { readonly id: string; readonly now: number }): RunState {
  if (!/^[a-z0-9]{1,64}$/.test(id)) throw new RangeError('a run id is 1 to 64 lower-case letters and digits')
  return {
    format: 1,
    id,
    startedAt: now,
    finishedAt: null,
    remaining: SCENARIOS.map((scenario) => scenario.id),
    calls: 0,
    ledger: {},
    resolutionPointers: [],
    contracts: {},
  }
}

/**
 * Carries a run on by whole scenarios, at most `callsMax` calls, and answers with the state after it; the one given stays as
 * it was. Throws RangeError when the next scenario alone needs more calls.
 */
export async function stepRun(
  before: RunState,
  target: Target,
  { callsMax, now }: { readonly callsMax: number; readonly now: number },
): Promise<RunState> {
  const state = structuredClone(before)
  let callsLeft = callsMax
  while (state.remaining.length > 0) {
    const scenario = SCENARIOS.find(({ id }) => id === state.remaining[0])
    if (scenario !== undefined && scenario.callsMax > callsLeft) break
    state.remaining.shift()
    if (scenario === undefined || !isServed(scenario, state)) continue
    const callsBefore = state.calls
    await runScenario(scenario, target, state)
    callsLeft -= state.calls - callsBefore
  }
  if (state.remaining.length === 0) state.finishedAt ??= now
  else if (callsLeft === callsMax)
    throw new RangeError(`${state.remaining[0]} needs more than ${callsMax} calls`)
  return state
}

/** Whether every scenario was run. */
export function isFinished(state: RunState): boolean {
  return state.remaining.length === 0
}

async function runScenario(scenario: Scenario, target: Target, state: RunState): Promise<void> {
  try {
    await scenario.run(new Probe(target, state, scenario))
  } catch (error) {
    const why = error instanceof CannotExercise ? error.message : `the judge failed: ${error}`
    for (const requirement of scenario.judges)
      for (const worker of workersOf(requirement).filter((name) => scenario.at?.includes(name) ?? true))
        noteUnexercised(cellOf(state.ledger, worker, requirement), `${scenario.id}: ${why}`)
  }
}
