import { type Speaker, startCairn, type TestCairn } from '@cairn/test-kit/start-cairn'
import { afterAll, beforeAll, expect, test } from 'vitest'

const RUNS = '/v1/conformance/runs'
const STEPS_MAX = 60

let cairn: TestCairn
let speaker: Speaker

beforeAll(async () => {
  cairn = await startCairn()
  speaker = await cairn.as('judge')
})
afterAll(() => cairn?.stop())

test('every sibling meets the Cairn profile, stepped to the end by request', async () => {
  const { status, body: run } = await speaker.json('POST', RUNS)
  expect(status).toBe(201)
  expect(run).toMatchObject({ status: 'running', calls: 0, finished_at: null })
  let calls = 0
  for (let steps = 0; steps < STEPS_MAX; steps++) {
    const { body } = await speaker.json('POST', `${RUNS}/${run.id}/steps`)
    expect(body.calls - calls).toBeLessThanOrEqual(20)
    calls = body.calls
    if (body.status === 'finished') break
  }
  await expectGreen(run.id)
})

test('every sibling meets it again, stepped to the end by the schedule', async () => {
  await tick()
  const { body } = await speaker.json('GET', RUNS)
  const [newest] = body.runs
  expect(newest).toMatchObject({ status: 'running' })
  expect(newest.calls).toBeGreaterThan(0)
  for (let ticks = 0; ticks < STEPS_MAX && (await newestRun()).status === 'running'; ticks++) await tick()
  expect((await newestRun()).id).toBe(newest.id)
  await expectGreen(newest.id)
})

test('a run started twice under one Idempotency-Key is one run', async () => {
  const headers = { 'idempotency-key': 'twice' }
  const first = await speaker.json('POST', RUNS, { headers })
  const second = await speaker.json('POST', RUNS, { headers })
  expect(second.body).toEqual(first.body)
  const other = await speaker.json('POST', RUNS, { headers: { 'idempotency-key': 'another' } })
  expect(other.body.id).not.toBe(first.body.id)
})

test('a run that was never started is not found', async () => {
  for (const [method, path] of [
    ['GET', `${RUNS}/nothing`],
    ['POST', `${RUNS}/nothing/steps`],
  ] as const) {
    const { status, body } = await speaker.json(method, path)
    expect([status, body.code]).toEqual([404, 'run_not_found'])
  }
})

test('runs are for tokens with conformance:run', async () => {
  const reader = await cairn.as('judge', { scopes: ['query:read'] })
  const { status, body } = await reader.json('POST', RUNS)
  expect([status, body.code]).toEqual([403, 'insufficient_scope'])
})

test('a document is judged by schema and rules', async () => {
  const document = { contract: 'crc-v1', kind: 'search', hydrate_tier: 'pointer' }
  const { body } = await speaker.json('POST', '/v1/conformance/validate', { body: document })
  expect(body).toMatchObject({ conformant: false, cairn: false })
  expect(body.findings.map(({ rule }: { rule: string }) => rule)).toContain(
    'crc-s0-search-has-pointers-and-cost',
  )
})

test('a sibling that errs turns the run red and is named with what it answered', async () => {
  const database = await cairn.miniflare.getD1Database('MEMORY_0', cairn.workerNames.library)
  await database.exec('DROP TABLE session')
  const { body: run } = await speaker.json('POST', RUNS)
  await speaker.json('POST', `${RUNS}/${run.id}/steps`)
  const { body } = await speaker.json('GET', `${RUNS}/${run.id}`)
  const failed = body.results.filter(({ outcome }: { outcome: string }) => outcome === 'fail')
  expect(failed).toContainEqual(expect.objectContaining({ worker: 'facts', requirement: 'no-server-error' }))
  expect(failed[0].failures[0].exchanges[0].response.status).toBe(500)
  expect(body.verdict).toEqual({ crc_v1: false, cairn: false })
})

async function tick(): Promise<void> {
  const worker = await cairn.miniflare.getWorker(cairn.workerNames.conformance)
  const { outcome } = await worker.scheduled({ cron: '*/10 * * * *' })
  expect(outcome).toBe('ok')
}

async function newestRun() {
  const { body } = await speaker.json('GET', RUNS)
  return body.runs[0]
}

async function expectGreen(id: string): Promise<void> {
  const { body } = await speaker.json('GET', `${RUNS}/${id}`)
  expect(body.status).toBe('finished')
  expect(body.totals, body.text).toMatchObject({ fail: 0, 'not exercised': 0 })
  expect(body.verdict).toEqual({ crc_v1: true, cairn: true })
}
