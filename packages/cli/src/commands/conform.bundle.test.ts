import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startCairn, type TestCairn } from '../../../test-kit/src/start-cairn.ts'
import { folderOf } from '../../test/documents.fixture.ts'
import { runCairn } from '../../test/run-cairn.fixture.ts'
import { CONFORMANCE_TENANTS } from '../local/identity.ts'

let cairn: TestCairn

beforeAll(async () => {
  cairn = await startCairn()
})
afterAll(() => cairn?.stop())

it('a Cairn meets its whole profile, judged with tokens that its folder signs', async () => {
  const state = folderOf({ 'identity.json': JSON.stringify(cairn.identity) })
  const { status, out, err } = await runCairn(['conform', cairn.url, '--state', state, '--profile', 'cairn'])
  expect(out).toMatch(
    /, \d+ calls\nCRC-v1 conformant; Cairn profile met\n\d+ passed, 0 failed, 0 not exercised, 0 not asked$/m,
  )
  expect([status, err]).toEqual([0, ''])
})

it('with one tenant alone it is CRC-v1, and what needs a second is told as not exercised', async () => {
  const [tenant] = CONFORMANCE_TENANTS
  const env = { CAIRN_TOKEN: await cairn.token(tenant) }
  const { status, out } = await runCairn(['conform', cairn.url, '--json'], { env })
  const report = JSON.parse(out)
  expect([status, report.verdict]).toEqual([0, { crc_v1: true, cairn: false }])
  expect(report.totals).toMatchObject({ fail: 0 })
  expect(report.totals['not exercised']).toBeGreaterThan(0)
})

it('with a token that opens nothing it is not conformant', async () => {
  const token = path.basename(cairn.url)
  expect((await runCairn(['conform', cairn.url, '--token', token])).status).toBe(1)
})
