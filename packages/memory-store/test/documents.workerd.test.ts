import { env } from 'cloudflare:workers'
import { afterAll, expect, test } from 'vitest'
import { getDocument, listDocumentChanges, listDocuments } from '../src/document.ts'
import { findCommit } from '../src/find-commit.ts'
import { ensureNamespace, findNamespace, listNamespaces, setQuota } from '../src/namespace.ts'
import { readDocumentStates, readLivePassages } from '../src/passage.ts'
import { readCatalogue } from '../src/read-catalogue.ts'
import { readPointers } from '../src/read-pointers.ts'
import { recordAnswer } from '../src/record-answer.ts'
import { deleteSource, getSource, listSources, putSource, putUpstream } from '../src/source.ts'
import {
  commit,
  committed,
  fresh,
  newDocument,
  newNamespace,
  passage,
  SIGNER,
  segmentOf,
  T0,
} from './fixtures.ts'
import { assertGoodSql } from './good-sql.ts'
import { recording } from './recording-database.ts'

const db = recording(env.MEMORY_0)
afterAll(() => assertGoodSql(db))

/** Every row of every table that belongs to a namespace, as text. */
async function everything(ns: number): Promise<string> {
  const tables = [
    'commit_log',
    'document',
    'passage',
    'segment',
    'segment_chunk',
    'tombstone',
    'fact',
    'session',
    'namespace',
  ]
  const rows = await env.MEMORY_0.batch(
    tables.map((table) => env.MEMORY_0.prepare(`SELECT * FROM ${table} WHERE ns = ?`).bind(ns)),
  )
  return JSON.stringify(rows.map(({ results }) => results))
}

test('a document comes back byte for byte, with its fields and its passages', async () => {
  const { ns } = await newNamespace(db)
  const document = newDocument('one', ['first', 'second'], {
    body: '\uFEFF first\r\n\tsecond \u00e9e\u0301 👩‍👩‍👧 \u202eשלום\u2028 "\\',
    tags: ['ümlaut', '👍', 'a:b'],
    links: ['notes/two'],
    eventAt: -5,
    horizonClass: 'stable',
  })
  const version = await committed(db, { ns, documents: [document] })
  const read = await getDocument(db, { ns, source: 'notes', id: 'one' })
  const { passages, body, ...fields } = document
  expect(read).toEqual({
    kind: 'live',
    body,
    document: {
      ...fields,
      batch: version,
      firstOrdinal: 0,
      passages: 2,
      bytes: new TextEncoder().encode(body).length,
      recordedAt: T0,
    },
  })
  const [state] = await readDocumentStates(db, { ns, documents: [{ source: 'notes', id: 'one' }] })
  expect(state!.passages.map(({ text, index, ordinal, batch }) => [text, index, ordinal, batch])).toEqual([
    ['first', 0, 0, version],
    ['second', 1, 1, version],
  ])
  expect(state!.passages[0]).toMatchObject({
    ...passages[0],
    document: 'notes/one',
    title: 'title of one',
    tags: document.tags,
  })
})

test('a body of 1 MiB comes back byte for byte, whatever its characters', async () => {
  const { ns } = await newNamespace(db)
  const bodies = ['x'.repeat(1_048_576), '\u0001"\\'.repeat(300_000), '漢'.repeat(349_525)]
  const documents = bodies.map((body, n) => newDocument(`d${n}`, ['text'], { body }))
  await committed(db, { ns, documents })
  for (const [n, body] of bodies.entries()) {
    const read = await getDocument(db, { ns, source: 'notes', id: `d${n}` })
    expect(read.kind === 'live' && read.body === body).toBe(true)
  }
})

test('a document of 2,000 passages goes in one commit', async () => {
  const { ns } = await newNamespace(db)
  const texts = Array.from({ length: 2_000 }, (_, n) => `passage ${n} ${'words and more '.repeat(33)}`)
  const bytes = new Uint8Array(1_600_000).map((_, n) => n * 31)
  const before = db.trips.length
  const version = await committed(db, {
    ns,
    documents: [newDocument('long', texts)],
    segment: segmentOf(bytes, 2_000),
  })
  expect(db.trips.length - before).toBe(2)
  const reads = await readPointers(db, { ns, refs: [{ batch: version, ordinal: 1_999 }], now: T0 })
  expect(reads[0]).toMatchObject({ kind: 'passage', passage: { text: texts[1_999], index: 1_999 } })
  expect(
    (await readDocumentStates(db, { ns, documents: [{ source: 'notes', id: 'long' }] }))[0]!.passages,
  ).toHaveLength(2_000)
})

test('ordinals run over all documents of a commit, in the order given', async () => {
  const { ns } = await newNamespace(db)
  const documents = [newDocument('b', ['b0', 'b1']), newDocument('a', ['a0']), newDocument('none', [])]
  const version = await committed(db, { ns, documents })
  const texts = (await readLivePassages(db, { ns, after: null, limit: 10 })).map(({ ordinal, text }) => [
    ordinal,
    text,
  ])
  expect(texts).toEqual([
    [0, 'b0'],
    [1, 'b1'],
    [2, 'a0'],
  ])
  const listed = await listDocuments(db, { ns, source: 'notes', after: null, limit: 10 })
  expect(listed.map(({ id, batch, firstOrdinal, passages }) => [id, batch, firstOrdinal, passages])).toEqual([
    ['a', version, 2, 1],
    ['b', version, 0, 2],
    ['none', version, 3, 0],
  ])
})

test('replacing buries the old passages and counts what is left', async () => {
  const { ns, tenant, name } = await newNamespace(db)
  await committed(db, {
    ns,
    documents: [newDocument('one', ['old 1', 'old 2']), newDocument('two', ['kept'])],
  })
  await committed(db, { ns, documents: [newDocument('one', ['new'])] })
  expect(await findNamespace(db, { tenant, name })).toMatchObject({
    head: 2,
    documents: 2,
    passages: 2,
    bytes: 'new'.length + 'kept'.length,
  })
  const refs = [
    { batch: 1, ordinal: 0 },
    { batch: 1, ordinal: 2 },
    { batch: 2, ordinal: 0 },
    { batch: 2, ordinal: 1 },
    { batch: 9, ordinal: 0 },
  ]
  const reads = await readPointers(db, { ns, refs, now: T0 })
  expect(reads.map(({ kind }) => kind)).toEqual(['deleted', 'passage', 'passage', 'unknown', 'unknown'])
  expect(reads[0]).toEqual({ kind: 'deleted', version: 2, replaced: true })
})

test('no row of a deleted document keeps its text, and it answers as deleted', async () => {
  const { ns, tenant, name } = await newNamespace(db)
  const document = newDocument('secret', ['zanzibar text'], {
    title: 'zanzibar',
    author: 'zanzibar',
    uri: 'zanzibar',
    tags: ['zanzibar'],
    links: ['zanzibar'],
    hash: 'zanzibar',
    passages: [
      passage('zanzibar text', {
        heading: 'zanzibar',
        speaker: 'zanzibar',
        at: 'zanzibar',
        hash: 'zanzibar',
      }),
    ],
  })
  await committed(db, { ns, documents: [document] })
  await committed(db, { ns, deletes: [{ source: 'notes', id: 'secret' }], at: T0 + 5 })
  expect(await everything(ns)).not.toContain('zanzibar')
  expect(await getDocument(db, { ns, source: 'notes', id: 'secret' })).toEqual({
    kind: 'deleted',
    version: 2,
    deletedAt: T0 + 5,
  })
  expect(await getDocument(db, { ns, source: 'notes', id: 'other' })).toEqual({ kind: 'never' })
  expect(await readPointers(db, { ns, refs: [{ batch: 1, ordinal: 0 }], now: T0 })).toEqual([
    { kind: 'deleted', version: 2, replaced: false },
  ])
  expect(await findNamespace(db, { tenant, name })).toMatchObject({ documents: 0, passages: 0, bytes: 0 })
  const [state] = await readDocumentStates(db, { ns, documents: [{ source: 'notes', id: 'secret' }] })
  expect(state).toEqual({
    source: 'notes',
    id: 'secret',
    batch: null,
    hash: null,
    salt: null,
    receipt: null,
    passages: [],
  })
})

test('a deleted document can be written again', async () => {
  const { ns } = await newNamespace(db)
  await committed(db, { ns, documents: [newDocument('one', ['old'])] })
  await committed(db, { ns, deletes: [{ source: 'notes', id: 'one' }] })
  await committed(db, { ns, documents: [newDocument('one', ['back'])] })
  expect(await getDocument(db, { ns, source: 'notes', id: 'one' })).toMatchObject({
    kind: 'live',
    body: 'back',
  })
  expect((await readLivePassages(db, { ns, after: null, limit: 9 })).map(({ text }) => text)).toEqual([
    'back',
  ])
})

test('deleting what is not there changes no count', async () => {
  const { ns, tenant, name } = await newNamespace(db)
  await committed(db, { ns, documents: [newDocument('one', ['x'])] })
  await committed(db, { ns, deletes: [{ source: 'notes', id: 'none' }] })
  expect(await findNamespace(db, { tenant, name })).toMatchObject({ documents: 1, passages: 1 })
})

test('a writer whose view is stale is told so and writes nothing', async () => {
  const { ns } = await newNamespace(db)
  const name = { source: 'notes', id: 'one' }
  const absent = await readDocumentStates(db, { ns, documents: [name] })
  await committed(db, { ns, documents: [newDocument('one', ['mine'])] })
  const live = await readDocumentStates(db, { ns, documents: [name] })
  const before = await everything(ns)
  expect(await commit(db, { ns, documents: [newDocument('one', ['yours'])], seen: absent })).toEqual({
    kind: 'changed',
  })
  expect(await everything(ns)).toBe(before)
  await committed(db, { ns, deletes: [name] })
  expect(await commit(db, { ns, deletes: [name], seen: live })).toEqual({ kind: 'changed' })
  expect(await commit(db, { ns, documents: [newDocument('one', ['z'])], seen: live })).toEqual({
    kind: 'changed',
  })
})

test('the same commit id and request give the stored answer and write nothing', async () => {
  const { ns } = await newNamespace(db)
  const change = {
    ns,
    commitId: 'key',
    requestHash: 'r',
    answer: '{"a":1}',
    documents: [newDocument('one', ['x'])],
    at: T0 + 7,
  }
  const seen = await readDocumentStates(db, { ns, documents: change.documents })
  expect(await commit(db, { ...change, seen })).toEqual({
    kind: 'committed',
    version: 1,
    at: T0 + 7,
    answer: '{"a":1}',
    receipt: expect.any(String),
  })
  const before = await everything(ns)
  expect(await commit(db, { ...change, seen, answer: 'other', at: T0 + 99 })).toEqual({
    kind: 'repeated',
    version: 1,
    at: T0 + 7,
    answer: '{"a":1}',
    receipt: expect.any(String),
  })
  expect(await everything(ns)).toBe(before)
})

test('the same commit id with another request is refused', async () => {
  const { ns } = await newNamespace(db)
  const change = { ns, commitId: 'key', documents: [newDocument('one', ['x'])] }
  await committed(db, { ...change, requestHash: 'r' })
  const before = await everything(ns)
  expect(await commit(db, { ...change, requestHash: 'other' })).toEqual({ kind: 'conflict_id' })
  expect(await everything(ns)).toBe(before)
})

test('a commit id belongs to its namespace', async () => {
  const [one, two] = [await newNamespace(db), await newNamespace(db)]
  await committed(db, { ns: one.ns, commitId: 'key', documents: [newDocument('one', ['x'])] })
  expect(await committed(db, { ns: two.ns, commitId: 'key', documents: [newDocument('one', ['x'])] })).toBe(1)
})

test('an answer is kept without anything else being written', async () => {
  const { ns } = await newNamespace(db)
  const request = { ns, commitId: 'key', requestHash: 'r', at: T0, answer: 'existed', signer: SIGNER }
  expect(await recordAnswer(db, request)).toEqual({
    kind: 'committed',
    version: 1,
    at: T0,
    answer: 'existed',
    receipt: expect.any(String),
  })
  expect(await recordAnswer(db, request)).toEqual({
    kind: 'repeated',
    version: 1,
    at: T0,
    answer: 'existed',
    receipt: expect.any(String),
  })
  expect(await findCommit(db, { ns, commitId: 'key' })).toMatchObject({ answer: 'existed', requestHash: 'r' })
  expect(await findCommit(db, { ns, commitId: 'none' })).toBe(null)
})

test('a commit past the quota is refused whole, at the bound it is not', async () => {
  const { ns } = await newNamespace(db)
  const quota = { passagesMax: 2, bytesMax: null }
  await committed(db, { ns, documents: [newDocument('one', ['a', 'b'])], quota })
  const before = await everything(ns)
  expect(await commit(db, { ns, documents: [newDocument('two', ['c'])], quota })).toEqual({
    kind: 'over_quota',
  })
  expect(await everything(ns)).toBe(before)
  await committed(db, { ns, documents: [newDocument('one', ['c', 'd'])], quota })
  const bytes = { passagesMax: null, bytesMax: 3 }
  await committed(db, { ns, documents: [newDocument('one', ['é1'])], quota: bytes })
  expect(await commit(db, { ns, documents: [newDocument('one', ['éé'])], quota: bytes })).toEqual({
    kind: 'over_quota',
  })
})

test("a namespace's own quota wins, and never stands in the way of a deletion", async () => {
  const { ns } = await newNamespace(db)
  await committed(db, { ns, documents: [newDocument('one', ['a']), newDocument('two', ['b'])] })
  await setQuota(db, { ns, passagesMax: 0, bytesMax: null })
  expect(await commit(db, { ns, documents: [newDocument('three', ['c'])] })).toEqual({ kind: 'over_quota' })
  await committed(db, { ns, deletes: [{ source: 'notes', id: 'one' }] })
  await setQuota(db, { ns, passagesMax: null, bytesMax: null })
  await committed(db, { ns, documents: [newDocument('three', ['c'])] })
})

/** Rows of fresh segments, as so many commits would leave them. */
async function addFreshSegments(ns: number, from: number, to: number): Promise<void> {
  const sql = `INSERT INTO segment (ns, seq, built_at, format, analyser, passages, length, chunks)
    SELECT ?1, value + 1000, 0, 1, 1, 1, 1, 1 FROM json_each(?2)`
  const numbers = Array.from({ length: to - from }, (_, n) => from + n)
  await env.MEMORY_0.prepare(sql).bind(ns, JSON.stringify(numbers)).run()
}

test('past 64 fresh segments an append is refused; a deletion goes on to 256', async () => {
  const { ns } = await newNamespace(db)
  await addFreshSegments(ns, 0, 63)
  await committed(db, { ns, documents: [newDocument('one', ['64th'])] })
  expect(await commit(db, { ns, documents: [newDocument('one', ['x'])] })).toEqual({ kind: 'backlog' })
  await addFreshSegments(ns, 64, 255)
  await committed(db, { ns, deletes: [{ source: 'notes', id: 'one' }] })
  expect(await commit(db, { ns, deletes: [{ source: 'notes', id: 'one' }] })).toEqual({ kind: 'backlog' })
})

test('past 4 MiB of fresh segments an append is refused', async () => {
  const { ns } = await newNamespace(db)
  const half = segmentOf(new Uint8Array(2 * 1024 * 1024))
  await committed(db, { ns, documents: [newDocument('one', ['x'])], segment: half })
  await committed(db, { ns, documents: [newDocument('two', ['x'])], segment: half })
  expect(await commit(db, { ns, documents: [newDocument('three', ['x'])] })).toEqual({ kind: 'backlog' })
})

test('a commit names each document once, and only those it has seen', async () => {
  const { ns } = await newNamespace(db)
  const twice = [newDocument('one', ['a']), newDocument('one', ['b'])]
  await expect(commit(db, { ns, documents: twice })).rejects.toThrow('twice')
  await expect(commit(db, { ns, documents: [newDocument('one', ['a'])], seen: [] })).rejects.toThrow(
    'not seen',
  )
})

test('a namespace that is not there is a failure of the store', async () => {
  await expect(commit(db, { ns: 999_999, documents: [newDocument('one', ['x'])] })).rejects.toMatchObject({
    name: 'StoreFailed',
  })
  await expect(commit(db, { ns: 999_999, deletes: [{ source: 'notes', id: 'x' }] })).rejects.toMatchObject({
    name: 'StoreFailed',
  })
})

test('60 writers of different documents each commit once, with dense versions', async () => {
  const { ns, tenant, name } = await newNamespace(db)
  await setQuota(db, { ns, passagesMax: null, bytesMax: null })
  const outcomes = await Promise.all(
    Array.from({ length: 60 }, (_, n) => commit(db, { ns, documents: [newDocument(`d${n}`, [`${n}`])] })),
  )
  const versions = outcomes
    .map((outcome) => (outcome.kind === 'committed' ? outcome.version : 0))
    .sort((a, b) => a - b)
  expect(versions).toEqual(Array.from({ length: 60 }, (_, n) => n + 1))
  expect(await findNamespace(db, { tenant, name })).toMatchObject({ head: 60, passages: 60, documents: 60 })
})

test('of 20 writers of one document one commits at a time, and the last one is what stands', async () => {
  const { ns } = await newNamespace(db)
  const seen = await readDocumentStates(db, { ns, documents: [{ source: 'notes', id: 'one' }] })
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, n) => commit(db, { ns, documents: [newDocument('one', [`${n}`])], seen })),
  )
  expect(outcomes.filter(({ kind }) => kind === 'committed')).toHaveLength(1)
  expect(outcomes.filter(({ kind }) => kind === 'changed')).toHaveLength(19)
  expect(await readLivePassages(db, { ns, after: null, limit: 9 })).toHaveLength(1)
})

test('commit times never run backwards', async () => {
  const { ns } = await newNamespace(db)
  await commit(db, { ns, documents: [newDocument('one', ['x'])], at: T0 + 10 })
  expect(await commit(db, { ns, documents: [newDocument('two', ['x'])], at: T0 })).toEqual({
    kind: 'committed',
    version: 2,
    at: T0 + 10,
    answer: 'answer',
    receipt: expect.any(String),
  })
})

test('a list of documents is walked by id without a gap, deleted ones left out', async () => {
  const { ns } = await newNamespace(db)
  const ids = Array.from({ length: 257 }, (_, n) => `d${n}`)
  await committed(db, { ns, documents: ids.map((id) => newDocument(id, ['x'])) })
  await committed(db, { ns, deletes: [{ source: 'notes', id: 'd100' }] })
  const walked: string[] = []
  for (let after: string | null = null; ; ) {
    const page = await listDocuments(db, { ns, source: 'notes', after, limit: 100 })
    walked.push(...page.map(({ id }) => id))
    if (page.length < 100) break
    after = page.at(-1)!.id
  }
  expect(walked).toEqual(ids.filter((id) => id !== 'd100').sort())
})

test('changes since a version list each document once, at its last change', async () => {
  const { ns } = await newNamespace(db)
  await committed(db, { ns, documents: [newDocument('a', ['1']), newDocument('b', ['1'])] })
  await committed(db, { ns, documents: [newDocument('a', ['2'])] })
  await committed(db, { ns, deletes: [{ source: 'notes', id: 'b' }] })
  const all = await listDocumentChanges(db, { ns, source: 'notes', since: { version: 0, id: '' }, limit: 9 })
  expect(all).toEqual([
    { id: 'a', version: 2, change: 'written' },
    { id: 'b', version: 3, change: 'deleted' },
  ])
  expect(await listDocumentChanges(db, { ns, source: 'notes', since: all[0]!, limit: 9 })).toEqual([all[1]])
})

test('lists of 33, 34, 99, 100, 101 and 1,000 items are read whole', async () => {
  const { ns } = await newNamespace(db)
  const documents = Array.from({ length: 1_000 }, (_, n) => newDocument(`d${n}`, [`text ${n}`]))
  const version = await committed(db, { ns, documents })
  for (const count of [33, 34, 99, 100, 101, 1_000]) {
    const refs = Array.from({ length: count }, (_, ordinal) => ({ batch: version, ordinal }))
    const reads = await readPointers(db, { ns, refs, now: T0 })
    expect(reads.map((read) => read.kind === 'passage' && read.passage.text)).toEqual(
      refs.map(({ ordinal }) => `text ${ordinal}`),
    )
    const states = await readDocumentStates(db, { ns, documents: documents.slice(0, count) })
    expect(states.every(({ batch }) => batch === version)).toBe(true)
  }
  expect(
    await readPointers(db, {
      ns,
      refs: [
        { batch: 1, ordinal: 0 },
        { batch: 1, ordinal: 0 },
      ],
      now: T0,
    }),
  ).toHaveLength(2)
})

test('namespaces of a tenant are numbered from 1, and made once', async () => {
  const tenant = fresh('tenant')
  const make = (name: string, epoch: string) => ensureNamespace(db, { tenant, name, epoch, at: T0 })
  const made = await Promise.all(['default', 'b', 'default', 'c'].map((name, n) => make(name, `e${n}`)))
  expect(made[0]).toEqual(made[2])
  expect((await listNamespaces(db, { tenant })).map(({ number }) => number)).toEqual([1, 2, 3])
  expect((await make('default', 'again')).epoch).toBe(made[0]!.epoch)
  expect(await findNamespace(db, { tenant: fresh('tenant'), name: 'default' })).toBe(null)
})

test('nothing of one namespace is seen in another', async () => {
  const [one, two] = [await newNamespace(db), await newNamespace(db)]
  await committed(db, { ns: one.ns, documents: [newDocument('same', ['one'])] })
  const name = { source: 'notes', id: 'same' }
  expect(await getDocument(db, { ns: two.ns, ...name })).toEqual({ kind: 'never' })
  expect((await readPointers(db, { ns: two.ns, refs: [{ batch: 1, ordinal: 0 }], now: T0 }))[0]).toEqual({
    kind: 'unknown',
  })
  expect(await listDocuments(db, { ns: two.ns, source: 'notes', after: null, limit: 9 })).toEqual([])
  await committed(db, { ns: two.ns, deletes: [name] })
  expect(await getDocument(db, { ns: one.ns, ...name })).toMatchObject({ kind: 'live' })
  const catalogue = await readCatalogue(db, {
    tenant: two.tenant,
    name: two.name,
    jti: null,
    known: null,
    atVersion: null,
  })
  expect(catalogue.segments).toHaveLength(1)
})

test('a source is put, read, listed and deleted', async () => {
  const { ns } = await newNamespace(db)
  expect(await putSource(db, { ns, id: 'web', manifest: '{"a":1}', at: T0 })).toEqual({ created: true })
  expect(await putSource(db, { ns, id: 'web', manifest: '{"a":2}', at: T0 + 1 })).toEqual({ created: false })
  expect(await putUpstream(db, { ns, id: 'web', upstream: '{"u":1}', token: 't', at: T0 + 2 })).toBe(true)
  expect(await putUpstream(db, { ns, id: 'none', upstream: null, token: null, at: T0 })).toBe(false)
  expect(await getSource(db, { ns, id: 'web' })).toEqual({
    kind: 'live',
    source: {
      id: 'web',
      manifest: '{"a":2}',
      upstream: '{"u":1}',
      upstreamToken: 't',
      createdAt: T0,
      updatedAt: T0 + 2,
    },
  })
  expect((await listSources(db, { ns, after: 'notes', limit: 9 })).map(({ id }) => id)).toEqual(['web'])
  expect(await deleteSource(db, { ns, id: 'web', at: T0 + 3 })).toEqual({ kind: 'deleted' })
  expect(await deleteSource(db, { ns, id: 'web', at: T0 + 4 })).toEqual({ kind: 'unknown' })
  expect(await getSource(db, { ns, id: 'web' })).toEqual({ kind: 'deleted', deletedAt: T0 + 3 })
  expect(await getSource(db, { ns, id: 'none' })).toEqual({ kind: 'never' })
  expect(await putSource(db, { ns, id: 'web', manifest: '{}', at: T0 + 5 })).toEqual({ created: true })
})

test('a source with live documents is not deleted, and a deleted one takes no documents', async () => {
  const { ns } = await newNamespace(db)
  await committed(db, { ns, documents: [newDocument('one', ['x'])] })
  expect(await deleteSource(db, { ns, id: 'notes', at: T0 })).toEqual({ kind: 'has_documents' })
  await committed(db, { ns, deletes: [{ source: 'notes', id: 'one' }] })
  expect(await deleteSource(db, { ns, id: 'notes', at: T0 })).toEqual({ kind: 'deleted' })
  expect(await commit(db, { ns, documents: [newDocument('one', ['x'])] })).toEqual({ kind: 'unknown_source' })
  expect(await commit(db, { ns, documents: [newDocument('one', ['x'], { source: 'never' })] })).toEqual({
    kind: 'unknown_source',
  })
})
