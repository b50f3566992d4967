import { env } from 'cloudflare:workers'
import { afterAll, expect, test } from 'vitest'
import { readLinks } from '../src/document-links.ts'
import { eraseNamespace } from '../src/erase-namespace.ts'
import { putSource } from '../src/source.ts'
import { committed, fresh, newDocument, newNamespace, SIGNER, T0 } from './fixtures.ts'
import { assertGoodSql } from './good-sql.ts'
import { recording } from './recording-database.ts'

const db = recording(env.MEMORY_0)
afterAll(() => assertGoodSql(db))

const BOTH = { linking: ['notes', 'wiki'], readable: ['notes', 'wiki'], limit: 20 }
type Asked = Partial<typeof BOTH>

/** A namespace with the sources `notes` and `wiki`, and documents by id with what they link to, each one passage of one commit. */
async function linked(
  documents: Readonly<Record<string, readonly string[]>>,
  uris: Record<string, string> = {},
) {
  const namespace = await newNamespace(db)
  const { ns } = namespace
  await putSource(db, { ns, id: 'wiki', manifest: '{}', at: T0 })
  const names = Object.keys(documents)
  const batch = await committed(db, {
    ns,
    documents: names.map((name) => ({ ...named(name), links: documents[name]!, uri: uris[name] ?? '' })),
  })
  const from = async (name: string, asked: Asked = {}) => {
    const refs = [{ batch, ordinal: names.indexOf(name) }]
    const [list] = await readLinks(db, { ns, refs, ...BOTH, ...asked })
    return list!.map(({ source, id }) => `${source}/${id}`)
  }
  return { namespace, ns, batch, from }
}

function named(name: string) {
  const [source, ...id] = name.split('/')
  return newDocument(id.join('/'), [name], { source: source! })
}

/** All names that are found by who gives them. */
async function namesGiven(ns: number): Promise<unknown[]> {
  const sql = 'SELECT link, source, document FROM document_link WHERE ns = ? ORDER BY link, source, document'
  const { results } = await env.MEMORY_0.prepare(sql).bind(ns).all<Record<string, string>>()
  return results.map(({ link, source, document }) => `${source}/${document} > ${link}`)
}

test('links are followed in the order they are named, then backwards by name', async () => {
  const { from } = await linked(
    {
      'notes/hub': ['z', 'wiki/a/b', 'nowhere', 'https://example.org/c'],
      'notes/z': [],
      'wiki/a/b': [],
      'wiki/c': [],
      'wiki/back': ['notes/hub'],
      'notes/back': ['hub'],
    },
    { 'wiki/c': 'https://example.org/c' },
  )
  expect(await from('notes/hub')).toEqual(['notes/z', 'wiki/a/b', 'wiki/c', 'notes/back', 'wiki/back'])
  expect(await from('wiki/a/b')).toEqual(['notes/hub'])
  expect(await from('wiki/c')).toEqual(['notes/hub'])
  expect(await from('notes/z')).toEqual(['notes/hub'])
})

test('an id alone is one of the same source', async () => {
  const { from } = await linked({ 'notes/a': ['x'], 'wiki/x': ['a'], 'notes/x': [] })
  expect(await from('notes/a')).toEqual(['notes/x'])
  expect(await from('wiki/x')).toEqual([])
})

test('an address shared by many is the first that has it', async () => {
  const uri = 'https://example.org/c'
  const documents = { 'notes/a': [uri], 'notes/m': [], 'wiki/b': [], 'wiki/z': [uri] }
  const { from } = await linked(documents, { 'notes/m': uri, 'wiki/b': uri })
  expect(await from('notes/a')).toEqual(['notes/m'])
  expect(await from('wiki/b')).toEqual(['notes/a', 'wiki/z'])
})

test('only links of the sources that have them count, and they lead to readable sources alone', async () => {
  const { from } = await linked({ 'notes/a': ['wiki/b', 'c'], 'wiki/b': ['notes/a'], 'notes/c': [] })
  expect(await from('notes/a', { linking: ['notes'] })).toEqual(['wiki/b', 'notes/c'])
  expect(await from('notes/a', { linking: ['wiki'] })).toEqual(['wiki/b'])
  expect(await from('notes/a', { readable: ['notes'] })).toEqual(['notes/c'])
  expect(await from('notes/a', { linking: [] })).toEqual([])
})

test('a document that many link to leads to so many as are asked for, always the same', async () => {
  const ids = Array.from({ length: 30 }, (_, n) => `notes/from-${String(n).padStart(2, '0')}`)
  const { from } = await linked({ 'notes/home': [], ...Object.fromEntries(ids.map((id) => [id, ['home']])) })
  expect(await from('notes/home', { limit: 5 })).toEqual(ids.slice(0, 5))
})

test('links of one namespace lead nowhere in another', async () => {
  const one = await linked({ 'notes/a': ['b'], 'notes/b': [] })
  const other = await linked({ 'notes/b': [], 'notes/c': ['a'] })
  expect(await one.from('notes/b')).toEqual(['notes/a'])
  expect(await other.from('notes/b')).toEqual([])
  const refs = [{ batch: one.batch, ordinal: 7 }]
  expect(await readLinks(db, { ns: one.ns, refs, ...BOTH })).toEqual([[]])
})

test('what a document no longer links to is no longer found, nor what is deleted or erased', async () => {
  const { namespace, ns, from } = await linked({
    'notes/a': ['b', 'b', 'c'],
    'notes/b': [],
    'notes/c': ['b'],
  })
  expect(await namesGiven(ns)).toEqual(['notes/a > b', 'notes/c > b', 'notes/a > c'])
  await committed(db, { ns, documents: [{ ...named('notes/a'), hash: 'new', links: ['c', 'd'] }] })
  expect(await namesGiven(ns)).toEqual(['notes/c > b', 'notes/a > c', 'notes/a > d'])
  expect(await from('notes/b')).toEqual(['notes/c'])
  await committed(db, { ns, deletes: [named('notes/c')] })
  expect(await namesGiven(ns)).toEqual(['notes/a > c', 'notes/a > d'])
  expect(await from('notes/b')).toEqual([])
  const erased = { ns, commitId: fresh('commit'), requestHash: 'r', at: T0, answer: '', signer: SIGNER }
  await eraseNamespace(db, erased)
  expect(await namesGiven(namespace.ns)).toEqual([])
})

test('a document that is replaced may name a link twice, and so may one that comes back', async () => {
  const { ns } = await linked({ 'notes/a': ['b'] })
  const put = (hash: string, links: string[]) =>
    committed(db, { ns, documents: [{ ...named('notes/a'), hash, links }] })
  await put('twice', ['c', 'd', 'c'])
  expect(await namesGiven(ns)).toEqual(['notes/a > c', 'notes/a > d'])
  await committed(db, { ns, deletes: [named('notes/a')] })
  await put('again', ['e', 'e'])
  expect(await namesGiven(ns)).toEqual(['notes/a > e'])
})

test('what was stored before links were turned round is found as well', async () => {
  const { ns, from } = await linked({ 'notes/a': ['b', 'b'], 'notes/b': [] })
  await env.MEMORY_0.prepare('DELETE FROM document_link WHERE ns = ?').bind(ns).run()
  expect(await from('notes/b')).toEqual([])
  const { queries } = env.MIGRATIONS.find(({ name }) => name === '0011_document_links.sql')!
  for (let twice = 0; twice < 2; twice++) await env.MEMORY_0.prepare(queries.at(-1)!).run()
  expect(await from('notes/b')).toEqual(['notes/a'])
})
