import { expect, test } from 'vitest'
import { FAULTS } from '../../../fixtures/faulty/faults.ts'
import { fakeCairn } from '../test/fake/fake-cairn.ts'
import { reportOf } from './report.ts'
import { REQUIREMENTS } from './requirements.ts'
import { isFinished, startRun, stepRun } from './run.ts'
import type { RunState } from './run-state.ts'
import { SCENARIOS } from './scenarios.ts'
import type { Target } from './target.ts'

const NOW = Date.UTC(2026, 10, 30)

test('ids are unique and every one is an id', () => {
  const ids = REQUIREMENTS.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)+$/)
})

test('every requirement has a server that breaks it', () => {
  const broken = new Set(FAULTS.map(({ breaks }) => breaks))
  expect(REQUIREMENTS.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([])
})

for (const { breaks, does, wrong } of FAULTS) {
  test(`${breaks} fails where ${does}`, async () => {
    const honest = fakeCairn()
    const target: Target = {
      ...honest,
      fetcher: (request, worker) => wrong(request, (sent) => honest.fetcher(sent, worker)),
    }
    expect(outcomesOf(await runUntilRed(target, breaks), breaks)).toContain('fail')
  })
}

function outcomesOf(state: RunState, id: string): string[] {
  return reportOf(state)
    .results.filter(({ requirement }) => requirement === id)
    .map(({ outcome }) => outcome)
}

/** The seed, then the scenarios that name the requirement, or all where none does, until it has failed. */
async function runUntilRed(target: Target, id: string): Promise<RunState> {
  const naming = SCENARIOS.filter(({ judges }) => (judges as readonly string[]).includes(id))
  const wanted = naming.length === 0 ? SCENARIOS : naming
  const seeds = SCENARIOS.filter((scenario) => scenario.id.startsWith('seed-'))
  let state = startRun({ id: 'r1', now: NOW })
  state.remaining = [...new Set([...seeds, ...wanted].map((scenario) => scenario.id))]
  while (!isFinished(state) && !outcomesOf(state, id).includes('fail'))
    state = await stepRun(state, target, { callsMax: 20, now: NOW })
  return state
}
