import { env } from 'cloudflare:workers'
import { afterAll, expect, test } from 'vitest'
import { collect, KEPT_MS } from '../src/collect.ts'
import { getRun, listRuns, putRun } from '../src/conformance-run.ts'
import {
  deleteSession,
  getSession,
  putSession,
  type SessionCondition,
  type SessionPut,
  sessionHistory,
} from '../src/session.ts'
import { fresh, newNamespace, SIGNER, T0 } from './fixtures.ts'
import { assertGoodSql } from './good-sql.ts'
import { recording } from './recording-database.ts'

const db = recording(env.MEMORY_0)
afterAll(() => assertGoodSql(db))

const ANY: SessionCondition = { kind: 'any' }

function put(ns: number, state: string, fields: Partial<SessionPut> = {}) {
  const request = {
    ns,
    commitId: fresh('session'),
    requestHash: 'r',
    at: T0,
    answer: 'answer',
    signer: SIGNER,
  }
  return putSession(db, {
    ...request,
    id: 's',
    state,
    etag: `etag of ${state}`,
    expiresAt: null,
    condition: ANY,
    ...fields,
  })
}

function remove(ns: number, condition: SessionCondition = ANY, at = T0) {
  return deleteSession(db, {
    ns,
    commitId: fresh('session'),
    requestHash: 'r',
    at,
    answer: '',
    signer: SIGNER,
    id: 's',
    condition,
  })
}

const get = (ns: number, now = T0) => getSession(db, { ns, id: 's', now })
const history = async (ns: number, now = T0) =>
  (await sessionHistory(db, { ns, id: 's', now })).map(({ version, state }) => [version, state])

test('a session gives its state back as it was put', async () => {
  const { ns } = await newNamespace(db)
  expect(await get(ns)).toEqual({ kind: 'never' })
  expect(await put(ns, '{ "a": "👍" }', { expiresAt: T0 + 5 })).toEqual({
    kind: 'committed',
    version: 1,
    at: T0,
    answer: '{"version":1}',
    receipt: expect.any(String),
  })
  const session = {
    id: 's',
    state: '{ "a": "👍" }',
    etag: 'etag of { "a": "👍" }',
    version: 1,
    updatedAt: T0,
    expiresAt: T0 + 5,
  }
  expect(await get(ns)).toEqual({ kind: 'live', session })
})

test('a condition on the ETag holds or nothing is written', async () => {
  const { ns } = await newNamespace(db)
  const refused = { kind: 'precondition_failed' }
  expect(await put(ns, '1', { condition: { kind: 'exists' } })).toEqual(refused)
  expect(await put(ns, '1', { condition: { kind: 'match', etag: '' } })).toEqual(refused)
  expect(await put(ns, '1', { condition: { kind: 'absent' } })).toMatchObject({
    kind: 'committed',
    version: 1,
  })
  expect(await put(ns, '2', { condition: { kind: 'absent' } })).toEqual(refused)
  expect(await put(ns, '2', { condition: { kind: 'match', etag: 'etag of 0' } })).toEqual(refused)
  expect(await put(ns, '2', { condition: { kind: 'match', etag: 'etag of 1' } })).toMatchObject({
    kind: 'committed',
    version: 2,
  })
  expect(await put(ns, '3', { condition: { kind: 'exists' } })).toMatchObject({
    kind: 'committed',
    version: 3,
  })
  expect(await remove(ns, { kind: 'match', etag: 'etag of 2' })).toEqual(refused)
  expect(await history(ns)).toEqual([
    [3, '3'],
    [2, '2'],
    [1, '1'],
  ])
})

test('of 20 writers with the same ETag one writes', async () => {
  const { ns } = await newNamespace(db)
  await put(ns, '0')
  const condition = { kind: 'match', etag: 'etag of 0' } as const
  const outcomes = await Promise.all(Array.from({ length: 20 }, (_, n) => put(ns, `${n + 1}`, { condition })))
  expect(outcomes.filter(({ kind }) => kind === 'committed')).toHaveLength(1)
})

test('the last 20 versions are kept', async () => {
  const { ns } = await newNamespace(db)
  for (let n = 1; n <= 25; n += 1) await put(ns, `${n}`)
  expect(await history(ns)).toEqual(Array.from({ length: 20 }, (_, n) => [25 - n, `${25 - n}`]))
})

test('a put is idempotent by its commit id', async () => {
  const { ns } = await newNamespace(db)
  await put(ns, '1', { commitId: 'key' })
  await put(ns, '2')
  expect(await put(ns, '1', { commitId: 'key' })).toMatchObject({
    kind: 'repeated',
    version: 1,
    answer: '{"version":1}',
  })
  expect(await get(ns)).toMatchObject({ session: { state: '2' } })
})

test('a deleted session leaves no state, and may begin again', async () => {
  const { ns } = await newNamespace(db)
  await put(ns, '"zanzibar"')
  expect(await remove(ns, ANY, T0 + 3)).toMatchObject({ kind: 'committed' })
  expect(await get(ns)).toEqual({ kind: 'deleted', deletedAt: T0 + 3 })
  expect(await history(ns)).toEqual([])
  const rows = await env.MEMORY_0.batch(
    ['session', 'session_version'].map((table) =>
      env.MEMORY_0.prepare(`SELECT * FROM ${table} WHERE ns = ?`).bind(ns),
    ),
  )
  expect(JSON.stringify(rows.map(({ results }) => results))).not.toContain('zanzibar')
  await put(ns, '2', { condition: { kind: 'absent' } })
  expect(await history(ns)).toEqual([[2, '2']])
})

test('a session ends at its expiry, collected or not', async () => {
  const { ns } = await newNamespace(db)
  await put(ns, '1', { expiresAt: T0 + 10 })
  expect(await get(ns, T0 + 9)).toMatchObject({ kind: 'live' })
  expect(await get(ns, T0 + 10)).toEqual({ kind: 'expired', expiredAt: T0 + 10 })
  expect(await history(ns, T0 + 10)).toEqual([])
  expect(await put(ns, '2', { condition: { kind: 'exists' }, at: T0 + 10 })).toEqual({
    kind: 'precondition_failed',
  })
  expect(await put(ns, '2', { at: T0 + 10, expiresAt: T0 + 20 })).toMatchObject({ kind: 'committed' })
  expect(await history(ns, T0 + 10)).toEqual([[2, '2']])
  expect(await collect(db, { ns, at: T0 + 20 + KEPT_MS })).toMatchObject({ sessions: 1 })
  expect(await get(ns, T0)).toEqual({ kind: 'deleted', deletedAt: T0 + 20 })
  const left = await env.MEMORY_0.prepare('SELECT count(*) AS n FROM session_version WHERE ns = ?')
    .bind(ns)
    .first('n')
  expect(left).toBe(0)
})

test('a conformance run is put, moved on, read and listed newest first', async () => {
  const runs = ['a', 'b', 'c'].map((id, n) => ({ id: fresh(id), at: T0 + n, state: '{}', report: null }))
  for (const run of runs) await putRun(db, run)
  await putRun(db, { ...runs[0]!, at: 1, state: '{"done":true}', report: '{"ok":1}' })
  expect(await getRun(db, { id: runs[0]!.id })).toEqual({
    ...runs[0],
    state: '{"done":true}',
    report: '{"ok":1}',
  })
  expect(await getRun(db, { id: 'none' })).toBe(null)
  const page = await listRuns(db, { before: null, limit: 2 })
  expect(page.map(({ id }) => id)).toEqual([runs[2]!.id, runs[1]!.id])
  expect((await listRuns(db, { before: page[1]!, limit: 2 })).map(({ id }) => id)).toEqual([runs[0]!.id])
})
