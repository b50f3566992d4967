import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { commitFacts } from '../src/commit-facts.ts'
import { causeOf } from '../src/d1-error.ts'
import { getDocument } from '../src/document.ts'
import { jsonBytes, jsonLists } from '../src/json-lists.ts'
import { findNamespace, type Namespace } from '../src/namespace.ts'
import { readLivePassages } from '../src/passage.ts'
import { readCatalogue } from '../src/read-catalogue.ts'
import type { SqlDatabase } from '../src/sql-database.ts'
import {
  ABSENT,
  commit,
  committed,
  NO_QUOTA,
  newDocument,
  newFact,
  newNamespace,
  passage,
  SIGNER,
  segmentOf,
  T0,
} from './fixtures.ts'

/** A database whose batches fail as told, before or after they reach D1; `null` lets one through. */
function failing(plan: readonly (Failure | null)[]): SqlDatabase & { sent: number } {
  const db = env.MEMORY_0
  const faulty = {
    sent: 0,
    prepare: (sql: string) => db.prepare(sql),
    async batch<T>(statements: D1PreparedStatement[]): Promise<D1Result<T>[]> {
      const failure = plan[faulty.sent] ?? null
      faulty.sent += 1
      if (failure?.when === 'before') throw new Error(failure.message)
      const results = await db.batch<T>(statements)
      if (failure?.when === 'after') throw new Error(failure.message)
      return results
    },
  }
  return faulty
}

interface Failure {
  readonly when: 'before' | 'after'
  readonly message: string
}

const LOST = 'D1_ERROR: Network connection lost.'
const OVERLOADED = 'D1_ERROR: D1 DB is overloaded. Requests queued for too long.'

const change = (ns: number) => ({
  ns,
  commitId: 'key',
  documents: [newDocument('one', ['x'])],
  seen: [{ source: 'notes', id: 'one', ...ABSENT }],
})

async function stateOf({ ns, tenant, name }: Namespace): Promise<[number, number]> {
  const namespace = await findNamespace(env.MEMORY_0, { tenant, name })
  return [namespace!.head, (await readLivePassages(env.MEMORY_0, { ns, after: null, limit: 99 })).length]
}

test('a connection lost after the commit is answered as committed, once', async () => {
  const space = await newNamespace()
  const db = failing([{ when: 'after', message: LOST }])
  expect(await commit(db, change(space.ns))).toEqual({
    kind: 'committed',
    version: 1,
    at: T0,
    answer: 'answer',
    receipt: expect.any(String),
  })
  expect(db.sent).toBe(3)
  expect(await stateOf(space)).toEqual([1, 1])
})

test('a connection lost before the commit is made good by sending it again', async () => {
  const space = await newNamespace()
  const db = failing([{ when: 'before', message: LOST }])
  expect(await commit(db, change(space.ns))).toEqual({
    kind: 'committed',
    version: 1,
    at: T0,
    answer: 'answer',
    receipt: expect.any(String),
  })
  expect(await stateOf(space)).toEqual([1, 1])
})

test('a connection lost twice is unavailable, and the same id gives the stored answer later', async () => {
  const space = await newNamespace()
  const lost = { when: 'after', message: LOST } as const
  const twice = failing([lost, { when: 'before', message: LOST }])
  await expect(commit(twice, change(space.ns))).rejects.toMatchObject({
    name: 'StoreUnavailable',
    retryable: true,
  })
  expect(await commit(env.MEMORY_0, change(space.ns))).toEqual({
    kind: 'repeated',
    version: 1,
    at: T0,
    answer: 'answer',
    receipt: expect.any(String),
  })
  expect(await stateOf(space)).toEqual([1, 1])
})

test('an overloaded database is not sent the commit again', async () => {
  const space = await newNamespace()
  const db = failing([{ when: 'before', message: OVERLOADED }])
  await expect(commit(db, change(space.ns))).rejects.toMatchObject({ name: 'StoreUnavailable' })
  expect(db.sent).toBe(1)
  expect(await stateOf(space)).toEqual([0, 0])
})

test('a lost fact commit sent again is one fact', async () => {
  const { ns } = await newNamespace()
  const db = failing([{ when: 'after', message: LOST }])
  const request = {
    ns,
    commitId: 'key',
    requestHash: 'r',
    at: T0,
    answer: '',
    signer: SIGNER,
    segment: segmentOf(),
    quota: NO_QUOTA,
  }
  expect(await commitFacts(db, { ...request, facts: [newFact()], seen: null })).toMatchObject({
    kind: 'committed',
    version: 1,
  })
})

test('a failed read is an error and never an empty answer', async () => {
  const { ns, tenant, name } = await newNamespace()
  const request = { tenant, name, jti: null, known: null, atVersion: null }
  const lost = () => failing([{ when: 'before', message: LOST }])
  await expect(readCatalogue(lost(), request)).rejects.toMatchObject({ name: 'StoreUnavailable' })
  await expect(getDocument(lost(), { ns, source: 'notes', id: 'x' })).rejects.toMatchObject({
    name: 'StoreUnavailable',
  })
  const broken = failing([{ when: 'before', message: 'D1_ERROR: no such table: document: SQLITE_ERROR' }])
  await expect(getDocument(broken, { ns, source: 'notes', id: 'x' })).rejects.toMatchObject({
    name: 'StoreFailed',
    retryable: false,
  })
})

test('no message of the store names a table, a statement or a text', async () => {
  const broken = failing([{ when: 'before', message: 'D1_ERROR: no such table: document: SQLITE_ERROR' }])
  const error = await getDocument(broken, { ns: 1, source: 'notes', id: 'secret' }).catch(
    (thrown: Error) => thrown,
  )
  expect((error as Error).message).toBe('the store failed')
})

test('any statement that fails undoes all of its batch', async () => {
  const space = await newNamespace()
  const bad = newDocument('one', ['x'], { passages: [passage('x', { tokens: 'many' as unknown as number })] })
  await expect(
    commit(env.MEMORY_0, {
      ...change(space.ns),
      documents: [newDocument('two', ['y']), bad],
      seen: [...change(space.ns).seen, { source: 'notes', id: 'two', ...ABSENT }],
    }),
  ).rejects.toMatchObject({ name: 'StoreFailed' })
  expect(await stateOf(space)).toEqual([0, 0])
})

test('each text of D1 is read as what it means', () => {
  const kinds = {
    'D1_ERROR: guard:changed: SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_TRIGGER)': 'guard',
    'D1_ERROR: guard:repeat:3:f12.4: SQLITE_CONSTRAINT': 'guard',
    'D1_ERROR: UNIQUE constraint failed: commit_log.ns, commit_log.commit_id: SQLITE_CONSTRAINT':
      'commit_id_taken',
    'D1_ERROR: UNIQUE constraint failed: commit_log.ns, commit_log.version: SQLITE_CONSTRAINT': 'failed',
    'D1_ERROR: UNIQUE constraint failed: passage.ns, passage.batch: SQLITE_CONSTRAINT': 'row_taken',
    'D1_ERROR: no such column: reset: SQLITE_ERROR': 'failed',
    'D1_ERROR: D1 DB is overloaded. Requests queued for too long.': 'overloaded',
    'D1_ERROR: D1 DB is overloaded. Too many requests queued.': 'overloaded',
    'D1_ERROR: Network connection lost.': 'lost',
    "D1_ERROR: D1 DB's isolate exceeded its memory limit and was reset.": 'lost',
    'D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.': 'lost',
    'D1_ERROR: Cannot resolve D1 DB due to transient issue on remote node.': 'lost',
    'D1_ERROR: D1 DB reset because its code was updated.': 'lost',
    'anything else': 'failed',
  }
  const read = Object.fromEntries(Object.keys(kinds).map((text) => [text, causeOf(new Error(text)).kind]))
  expect(read).toEqual(kinds)
  expect(causeOf('thrown text')).toEqual({ kind: 'failed' })
})

test('a list is split at 1,000,000 bytes of UTF-8 and loses nothing', () => {
  const items = Array.from({ length: 900 }, (_, n) => ({ n, text: '漢'.repeat(1_000) }))
  const lists = jsonLists(items)
  expect(lists.every((list) => jsonBytes(list) <= 1_000_000)).toBe(true)
  expect(lists.length).toBe(3)
  expect(lists.flatMap((list) => JSON.parse(list))).toEqual(items)
  expect(jsonLists([])).toEqual([])
})

const TEXTS = [
  'plain',
  'a\0b',
  '\u0001\u001f\u007f',
  '👩‍👩‍👧 🇩🇪',
  '\u202eשלום\u202c',
  'e\u0301é',
  '\ufeff\ufffe\uffff',
  '\u{10FFFF}',
  "'; DROP TABLE document; --",
  '"\\\n\r\t',
  '\u2028\u2029',
  '%_?1',
]

test('every well-formed text is kept as it is, NUL too, as id, tag, title, passage and body', async () => {
  const { ns } = await newNamespace()
  for (const text of TEXTS) {
    const document = newDocument(`id ${text}`, [text], {
      tags: [text],
      title: text,
      uri: text,
      author: text,
      body: text,
    })
    const version = await committed(env.MEMORY_0, { ns, documents: [document] })
    const read = await getDocument(env.MEMORY_0, { ns, source: 'notes', id: `id ${text}` })
    expect(read).toMatchObject({
      kind: 'live',
      body: text,
      document: { id: `id ${text}`, tags: [text], title: text, uri: text },
    })
    const page = await readLivePassages(env.MEMORY_0, {
      ns,
      after: { batch: version - 1, ordinal: 9 },
      limit: 1,
    })
    expect([page[0]!.text, page[0]!.documentId]).toEqual([text, `id ${text}`])
  }
})

test('ids that differ only after a NUL or by normal form are different', async () => {
  const { ns } = await newNamespace()
  const ids = ['a\0b', 'a\0c', 'a', 'é', 'e\u0301']
  await committed(env.MEMORY_0, { ns, documents: ids.map((id) => newDocument(id, [id], { body: id })) })
  for (const id of ids)
    expect(await getDocument(env.MEMORY_0, { ns, source: 'notes', id })).toMatchObject({
      kind: 'live',
      body: id,
    })
})

test('a lone surrogate is refused wherever it stands, since D1 would read it back as three U+FFFD', async () => {
  const raw = await env.MEMORY_0.prepare('SELECT ?1 AS text, hex(?1) AS bytes').bind('a\ud800b').first()
  expect(raw).toEqual({ text: 'a\ufffd\ufffd\ufffdb', bytes: '61EDA08062' })
  const { ns } = await newNamespace()
  const bad = [
    newDocument('a\ud800', ['x']),
    newDocument('a', ['x\udc00']),
    newDocument('a', ['x'], { tags: ['\ud800'] }),
    newDocument('a', ['x'], { body: `${'x'.repeat(200_000)}\ud800` }),
  ]
  for (const document of bad)
    await expect(commit(env.MEMORY_0, { ns, documents: [document] })).rejects.toThrow('well-formed')
  await expect(getDocument(env.MEMORY_0, { ns, source: 'notes', id: '\ud800' })).rejects.toThrow(
    'well-formed',
  )
})
