import { releaseMergeLease, takeMergeLease } from '@cairn/memory-store/merge'
import { findNamespace } from '@cairn/memory-store/namespace'
import type { SqlDatabase } from '@cairn/memory-store/sql-database'
import { type Speaker, startCairn, type TestCairn } from '@cairn/test-kit/start-cairn'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let cairn: TestCairn
let db: SqlDatabase
beforeAll(async () => {
  cairn = await startCairn()
  db = (await cairn.miniflare.getD1Database('MEMORY_0', 'cairn-library')) as unknown as SqlDatabase
})
afterAll(() => cairn?.stop())

const DOCUMENTS = '/v1/sources/s/documents'
const FAR = 1e15

async function newTenant(tenant: string): Promise<{ speaker: Speaker; ns: number }> {
  const speaker = await cairn.as(tenant)
  await speaker.json('PUT', '/v1/sources/s', { body: {} })
  const namespace = await findNamespace(db, { tenant, name: 'default' })
  return { speaker, ns: namespace!.ns }
}

const add = (speaker: Speaker, n: number) =>
  speaker.json('POST', DOCUMENTS, { body: { id: `d${n}`, text: `lizard number ${n}` } })

async function liveSegments(ns: number): Promise<number> {
  const { results } = await db
    .prepare('SELECT 1 FROM segment WHERE ns = ?1 AND dead_at IS NULL')
    .bind(ns)
    .all()
  return results.length
}

/** Search answers as of now, every page, with scores. */
async function searched(speaker: Speaker): Promise<unknown[]> {
  const { body } = await speaker.json('POST', '/v1/query/search', { body: { query: 'lizard 3', limit: 100 } })
  return body.pointers
}

async function stepToTheEnd(speaker: Speaker): Promise<void> {
  for (let step = 0; step < 50; step++)
    if (!(await speaker.json('POST', '/v1/maintenance/step')).body.more) return
  throw new Error('the steps do not end')
}

describe('a namespace nobody merges', () => {
  test('takes 64 commits, refuses the next with Retry-After, still deletes, and recovers', async () => {
    const { speaker, ns } = await newTenant('backlog')
    expect(await takeMergeLease(db, { ns, now: 0, until: FAR })).toBe(true)
    for (let n = 0; n < 64; n++) expect((await add(speaker, n)).status).toBe(200)
    const refused = await add(speaker, 64)
    expect([refused.status, refused.body.code]).toEqual([429, 'index_backlog'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const lines = await speaker.send('POST', DOCUMENTS, { ndjson: '{"id":"x","text":"y"}' })
    expect(JSON.parse(await lines.text())).toMatchObject({
      status: 'refused',
      problem: { code: 'index_backlog' },
    })
    expect((await speaker.json('DELETE', `${DOCUMENTS}/d0`)).status).toBe(200)
    const before = await searched(speaker)
    await releaseMergeLease(db, { ns, until: FAR })
    await stepToTheEnd(speaker)
    expect(await liveSegments(ns)).toBeLessThanOrEqual(8)
    expect(await searched(speaker)).toEqual(before)
    expect((await add(speaker, 64)).status).toBe(200)
  })
})

describe('a maintenance step', () => {
  test('leaves few segments and no answer changed, until there is no more', async () => {
    const { speaker, ns } = await newTenant('steps')
    await takeMergeLease(db, { ns, now: 0, until: FAR })
    for (let n = 0; n < 30; n++) await add(speaker, n)
    for (let n = 0; n < 30; n += 3) await speaker.json('DELETE', `${DOCUMENTS}/d${n}`)
    for (let n = 0; n < 30; n += 3) await add(speaker, n)
    expect(await liveSegments(ns)).toBe(50)
    await releaseMergeLease(db, { ns, until: FAR })
    const before = await searched(speaker)
    await stepToTheEnd(speaker)
    expect(await liveSegments(ns)).toBeLessThanOrEqual(8)
    expect(await searched(speaker)).toEqual(before)
    expect((await speaker.json('POST', '/v1/maintenance/step')).body).toEqual({
      merged: 0,
      collected: 0,
      more: false,
    })
  })

  test('that comes second while one is under way does nothing and says that there is more', async () => {
    const { speaker, ns } = await newTenant('leased')
    await takeMergeLease(db, { ns, now: 0, until: FAR })
    for (let n = 0; n < 10; n++) await add(speaker, n)
    expect((await speaker.json('POST', '/v1/maintenance/step')).body).toEqual({
      merged: 0,
      collected: 0,
      more: true,
    })
    expect(await liveSegments(ns)).toBe(10)
  })

  test('run five times at once merges each segment once', async () => {
    const { speaker, ns } = await newTenant('rush')
    await takeMergeLease(db, { ns, now: 0, until: FAR })
    for (let n = 0; n < 20; n++) await add(speaker, n)
    await releaseMergeLease(db, { ns, until: FAR })
    const before = await searched(speaker)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => speaker.json('POST', '/v1/maintenance/step')),
    )
    expect(answers.map(({ body }) => body.merged).filter((merged) => merged > 0)).toEqual([20])
    expect(await searched(speaker)).toEqual(before)
  })

  test('collects replaced segments and answered commits after 24 h, and the answers stay', async () => {
    const { speaker, ns } = await newTenant('old')
    await takeMergeLease(db, { ns, now: 0, until: FAR })
    for (let n = 0; n < 10; n++) await add(speaker, n)
    await releaseMergeLease(db, { ns, until: FAR })
    await speaker.json('POST', '/v1/maintenance/step')
    const before = await searched(speaker)
    const day = 25 * 60 * 60 * 1000
    await db.prepare('UPDATE commit_log SET at = at - ?2 WHERE ns = ?1').bind(ns, day).all()
    await db.prepare('UPDATE namespace SET head_at = head_at - ?2 WHERE ns = ?1').bind(ns, day).all()
    const { body } = await speaker.json('POST', '/v1/maintenance/step')
    expect(body.collected).toBeGreaterThanOrEqual(10)
    const { results } = await db.prepare('SELECT 1 FROM segment WHERE ns = ?1').bind(ns).all()
    expect(results).toHaveLength(1)
    expect(await searched(speaker)).toEqual(before)
  })

  test('works in the named namespace, or in each that the token names', async () => {
    const { speaker } = await newTenant('both')
    await speaker.json('PUT', '/v1/sources/s?namespace=notes', { body: {} })
    const numbers = await Promise.all(
      ['default', 'notes'].map(async (name) => (await findNamespace(db, { tenant: 'both', name }))!.ns),
    )
    for (const ns of numbers) await takeMergeLease(db, { ns, now: 0, until: FAR })
    for (let n = 0; n < 12; n++)
      for (const name of ['default', 'notes'])
        await speaker.json('POST', `${DOCUMENTS}?namespace=${name}`, { body: { id: `${n}`, text: 'x' } })
    for (const ns of numbers) await releaseMergeLease(db, { ns, until: FAR })
    expect((await speaker.json('POST', '/v1/maintenance/step?namespace=notes')).body.merged).toBe(12)
    expect((await speaker.json('POST', '/v1/maintenance/step')).body.merged).toBe(12)
    const unknown = await speaker.json('POST', '/v1/maintenance/step?namespace=unknown')
    expect([unknown.status, unknown.body.code]).toEqual([404, 'namespace_not_found'])
  })
})

test('a damaged segment is told of once, stops no writer, and is built anew', async () => {
  const { speaker, ns } = await newTenant('damaged')
  await takeMergeLease(db, { ns, now: 0, until: FAR })
  for (let n = 0; n < 12; n++) await add(speaker, n)
  await db.prepare(`UPDATE segment_chunk SET digest = 'none' WHERE ns = ?1 AND seq = 1`).bind(ns).all()
  await releaseMergeLease(db, { ns, until: FAR })
  const step = await speaker.json('POST', '/v1/maintenance/step')
  expect([step.status, step.body.code]).toEqual([503, 'unavailable'])
  const ndjson = Array.from({ length: 2000 }, (_, n) => JSON.stringify({ id: `x${n}`, text: `t ${n}` })).join(
    '\n',
  )
  const answers = (await (await speaker.send('POST', DOCUMENTS, { ndjson })).text()).trim().split('\n')
  expect(answers.filter((line) => line.includes('"created"'))).toHaveLength(2000)
  await stepToTheEnd(speaker)
  await db.prepare('UPDATE upload SET named_after = 0 WHERE ns = ?1').bind(ns).all()
  await stepToTheEnd(speaker)
  expect(await searched(speaker)).toHaveLength(13)
})

test('the schedule merges without being asked', async () => {
  const { speaker, ns } = await newTenant('cron')
  await takeMergeLease(db, { ns, now: 0, until: FAR })
  for (let n = 0; n < 12; n++) await add(speaker, n)
  await releaseMergeLease(db, { ns, until: FAR })
  const before = await searched(speaker)
  const worker = await cairn.miniflare.getWorker('cairn-library')
  await worker.scheduled({ scheduledTime: new Date(0), cron: '* * * * *' })
  expect(await liveSegments(ns)).toBe(1)
  expect(await searched(speaker)).toEqual(before)
})

test('a writer of many lines is never refused for a backlog that it can merge itself', async () => {
  const { speaker, ns } = await newTenant('bulk')
  const ndjson = Array.from({ length: 40 }, (_, n) =>
    JSON.stringify({ id: `b${n}`, text: `# Head\n\n${`word${n} gecko `.repeat(4000)}` }),
  ).join('\n')
  const answers = (await (await speaker.send('POST', DOCUMENTS, { ndjson })).text()).trim().split('\n')
  expect(answers.filter((line) => !line.includes('"created"'))).toEqual([])
  expect(answers).toHaveLength(40)
  expect(await liveSegments(ns)).toBeLessThanOrEqual(16)
})
