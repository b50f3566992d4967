import { expect, test } from 'vitest'
import { fakeCairn } from '../test/fake/fake-cairn.ts'
import { reportOf } from './report.ts'
import { reportText } from './report-text.ts'
import { JUDGED_WORKERS } from './requirement.ts'
import { isFinished, startRun, stepRun } from './run.ts'
import type { RunState } from './run-state.ts'
import { SCENARIOS } from './scenarios.ts'
import type { Target } from './target.ts'

const NOW = Date.UTC(2026, 10, 30)

async function finish(target: Target, state: RunState): Promise<RunState> {
  let after = state
  while (!isFinished(after)) after = await stepRun(after, target, { callsMax: 20, now: NOW })
  return after
}

function expectGreen(state: RunState): void {
  const report = reportOf(state)
  expect(report.totals, reportText(report)).toMatchObject({ fail: 0, 'not exercised': 0 })
  expect(report.verdict).toEqual({ crc_v1: true, cairn: true })
}

test('a server that obeys is conformant and meets the profile, and again on the next run', async () => {
  const target = fakeCairn()
  expectGreen(await finish(target, startRun({ id: 'r1', now: NOW })))
  expectGreen(await finish(target, startRun({ id: 'r2', now: NOW })))
})

test('a run carried on from its state as JSON after every step comes to the same report', async () => {
  let stored = JSON.stringify(startRun({ id: 'r1', now: NOW }))
  const target = fakeCairn()
  while (!isFinished(JSON.parse(stored)))
    stored = JSON.stringify(await stepRun(JSON.parse(stored), target, { callsMax: 20, now: NOW }))
  expectGreen(JSON.parse(stored))
})

test('no step sends more calls than it may', async () => {
  const target = fakeCairn()
  let state = startRun({ id: 'r1', now: NOW })
  while (!isFinished(state)) {
    const before = state.calls
    state = await stepRun(state, target, { callsMax: 20, now: NOW })
    expect(state.calls - before).toBeLessThanOrEqual(20)
  }
})

test('a step leaves the state it was given as it was', async () => {
  const before = startRun({ id: 'r1', now: NOW })
  const copy = structuredClone(before)
  await stepRun(before, fakeCairn(), { callsMax: 20, now: NOW })
  expect(before).toEqual(copy)
})

test('every scenario fits into a step of 20 calls', () => {
  expect(SCENARIOS.filter(({ callsMax }) => callsMax > 20).map(({ id }) => id)).toEqual([])
})

test('a step that is too small for the next scenario says so', async () => {
  await expect(
    stepRun(startRun({ id: 'r1', now: NOW }), fakeCairn(), { callsMax: 3, now: NOW }),
  ).rejects.toThrow(RangeError)
})

test('a server that does not answer conforms to nothing, and the report says why', async () => {
  const target: Target = { ...fakeCairn(), fetcher: () => Promise.reject(new Error('connection refused')) }
  const report = reportOf(await finish(target, startRun({ id: 'r1', now: NOW })))
  expect(report.verdict).toEqual({ crc_v1: false, cairn: false })
  expect(report.totals.pass).toBe(0)
  expect(reportText(report)).toContain('search gave no answer: connection refused')
})

for (const broken of JUDGED_WORKERS)
  test(`a run is red where ${broken} answers nothing but 500`, async () => {
    const fake = fakeCairn()
    const target: Target = {
      ...fake,
      fetcher: (request, worker) =>
        worker === broken
          ? Promise.resolve(new Response('no', { status: 500 }))
          : fake.fetcher(request, worker),
    }
    const report = reportOf(await finish(target, startRun({ id: 'r1', now: NOW })))
    // A bundle is no CRC-v1 document.
    expect(report.verdict).toEqual({ crc_v1: broken === 'agent', cairn: false })
    const failed = report.results.filter(({ outcome }) => outcome === 'fail')
    expect(failed).toContainEqual(expect.objectContaining({ worker: broken, requirement: 'no-server-error' }))
    expect(failed.find(({ worker }) => worker === broken)!.failures![0]!.exchanges[0]!.response.status).toBe(
      500,
    )
  })

test('without a second tenant what needs one is not exercised, and the report says why', async () => {
  const { a } = fakeCairn().tokens
  const report = reportOf(await finish({ ...fakeCairn(), tokens: { a } }, startRun({ id: 'r1', now: NOW })))
  const apart = report.results.find(({ requirement }) => requirement === 'tenants-are-apart')
  expect(apart).toMatchObject({ outcome: 'not exercised' })
  expect(apart!.why!.join()).toContain('no token of a second tenant was given')
  expect(report.verdict.cairn).toBe(false)
})

/** The honest fake with something else in the place of its agent. */
function withAgent(answer: (honest: Promise<Response>) => Promise<Response>): Target {
  const fake = fakeCairn()
  return {
    ...fake,
    fetcher: (request, worker) => {
      const honest = fake.fetcher(request, worker)
      return worker === 'agent' ? answer(honest) : honest
    },
  }
}

const agentOutcomes = (results: ReturnType<typeof reportOf>['results']) => [
  ...new Set(results.filter(({ worker }) => worker === 'agent').map(({ outcome }) => outcome)),
]

test('an agent on a contract of before it was judged is not asked, which is told and takes nothing from the verdict', async () => {
  const target = withAgent(async (honest) => {
    const { body, status, headers } = await honest
    const older = { ...Object.fromEntries(headers), 'contract-version': '1.2.0' }
    return new Response(body, { status, headers: older })
  })
  const report = reportOf(await finish(target, startRun({ id: 'r1', now: NOW })))
  expect(report.totals, reportText(report)).toMatchObject({ fail: 0, 'not exercised': 0 })
  expect(agentOutcomes(report.results)).toEqual(['not asked'])
  expect(report.verdict).toEqual({ crc_v1: true, cairn: true })
  expect(reportText(report)).toContain(
    'not asked  agent: it reports contract 1.2.0 and is judged from 1.3.0 on (',
  )
})

test.each([
  ['nothing', () => new Response('nothing here', { status: 404 })],
  ['a gateway that knows no such address', () => Response.json({ code: 'not_found' }, { status: 404 })],
])('where %s answers for the agent it is not asked, and the profile is not met', async (_, answer) => {
  const target = withAgent(async () => answer())
  const report = reportOf(await finish(target, startRun({ id: 'r1', now: NOW })))
  expect(report.totals, reportText(report)).toMatchObject({ fail: 0, 'not exercised': 0 })
  expect(agentOutcomes(report.results)).toEqual(['not asked'])
  expect(report.verdict).toEqual({ crc_v1: true, cairn: false })
  expect(reportText(report)).toContain('not asked  agent: it is not there (')
})

test('an agent that was there and then answers as if it were not fails', async () => {
  const fake = fakeCairn()
  const target: Target = {
    ...fake,
    fetcher: async (request, worker) => {
      const isLate = worker === 'agent' && (await request.clone().text()).includes('conformance-nowhere')
      return isLate ? Response.json({ code: 'not_found' }, { status: 404 }) : fake.fetcher(request, worker)
    },
  }
  const report = reportOf(await finish(target, startRun({ id: 'r1', now: NOW })))
  const failed = report.results
    .filter(({ outcome }) => outcome === 'fail')
    .map(({ requirement }) => requirement)
  expect(failed).toContain('bundle-asks-whom-it-may')
  expect(report.totals['not asked']).toBe(0)
})

test('without a token counter what needs counting is not exercised', async () => {
  const { countTokens: _, ...target } = fakeCairn()
  const report = reportOf(await finish(target, startRun({ id: 'r1', now: NOW })))
  const uncounted = report.results.filter(({ outcome }) => outcome === 'not exercised')
  expect([...new Set(uncounted.map(({ requirement }) => requirement))].sort()).toEqual([
    'budget-is-kept',
    'bundle-keeps-its-budget',
    'bundle-tier-fits',
    'crc-cairn-default-page-is-small',
    'crc-cairn-epitome-fits-the-profile',
    'crc-cairn-pointer-cost-is-kept',
    'crc-cairn-token-count-is-true',
  ])
})

test('a run in which everything fails stays small enough to store: under 2 MB of UTF-8', async () => {
  const body = JSON.stringify({ contract: 'crc-v1', noise: 'é'.repeat(20_000) })
  const target: Target = {
    ...fakeCairn(),
    fetcher: () => Promise.resolve(new Response(body, { headers: { vary: 'y'.repeat(5000) } })),
  }
  const state = await finish(target, startRun({ id: 'r1', now: NOW }))
  expect(reportOf(state).totals.fail).toBeGreaterThan(100)
  for (const stored of [state, reportOf(state)])
    expect(Buffer.byteLength(JSON.stringify(stored))).toBeLessThan(2_000_000)
})

test('an unfinished run conforms to nothing yet', () => {
  const report = reportOf(startRun({ id: 'r1', now: NOW }))
  expect(report.verdict).toEqual({ crc_v1: false, cairn: false })
  expect(report.totals).toMatchObject({ pass: 0, fail: 0 })
})
