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
  const { body: run } = await speaker.json('POST', RUNS)
  expect(run).toMatchObject({ status: 'running', calls: 0 })
  await untilFinished(run.id, async () => {
    const step = await speaker.json('POST', `${RUNS}/${run.id}/steps`)
    expect(step.status).toBe(200)
  })
  await expectGreen(run.id)
})

async function untilFinished(id: string, step: () => Promise<void>): Promise<void> {
  for (let steps = 0; steps < STEPS_MAX; steps++) {
    const { body } = await speaker.json('GET', `${RUNS}/${id}`)
    if (body.status === 'finished') return
    await step()
  }
  throw new Error(`the run did not finish within ${STEPS_MAX} steps`)
}

async function expectGreen(id: string): Promise<void> {
  const { body } = await speaker.json('GET', `${RUNS}/${id}`)
  expect(body.verdict, body.text).toEqual({ crc_v1: true, cairn: true })
  expect(body.totals, body.text).toMatchObject({ fail: 0, 'not exercised': 0 })
}
