import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runCairn } from '../../test/run-cairn.fixture.ts'
import { EVERY_SCOPE, keptIdentity, signToken } from '../local/identity.ts'
import { type LocalCairn, startLocalCairn } from '../local/local-cairn.ts'

const root = path.join(import.meta.dirname, '../../../..')
const folder = mkdtempSync(path.join(tmpdir(), 'cairn-daily-'))
const state = path.join(folder, '.cairn')
let cairn: LocalCairn

beforeAll(async () => {
  const identity = await keptIdentity(state)
  cairn = await startLocalCairn({ root, identity, port: 0, persistTo: null })
  const token = await signToken(identity, { tenant: 'dev', namespaces: ['*'], scopes: EVERY_SCOPE })
  writeFileSync(path.join(state, 'token'), token)
  writeFileSync(path.join(state, 'url'), `${cairn.url}\n`)
  const papers = path.join(folder, 'papers')
  cpSync(path.join(import.meta.dirname, '../../test/files'), papers, { recursive: true })
  mkdirSync(path.join(papers, 'left-out'))
  for (const [name, text] of Object.entries({
    'keys.md': '# Keys\n\nRotate the signing key every 90 days.\n',
    'rotate.ts': 'export function rotateTheKey() {}\n',
    '.gitignore': 'left-out\n',
    'left-out/secret.md': 'a secret sentence',
    'chat.json': JSON.stringify({ messages: [{ role: 'user', content: 'My cat is called Pixel.' }] }),
    'empty.md': '',
  }))
    writeFileSync(path.join(papers, name), text)
}, 60_000)
afterAll(async () => {
  await cairn.stop()
  rmSync(folder, { recursive: true, force: true })
})

const run = (...args: string[]) => runCairn(args, { cwd: folder })
const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).out)

it('a dry run counts what would be ingested and sends nothing', async () => {
  const { out, err, status } = await run('ingest', 'papers', '--dry-run')
  expect(out).toMatch(/^nothing was sent: 5 documents, 5 passages, \d+ tokens/)
  expect([err.trim(), status]).toEqual([`${path.join('papers', 'empty.md')} is empty`, 1])
  expect((await json('search', 'signing key')).pointers).toEqual([])
})

it('text, code, PDF, DOCX and chats are ingested, once; ignored and hidden files are not', async () => {
  const first = await json('ingest', 'papers')
  expect(first).toMatchObject({ source: 'papers', created: 5, unchanged: 0, refused: [] })
  expect(await json('ingest', 'papers')).toMatchObject({ created: 0, replaced: 0, unchanged: 5 })
  for (const [question, found] of [
    ['who keeps the tide tables', 'papers/tides.pdf'],
    ['when did the lighthouse keeper retire', 'papers/letter.docx'],
    ['what is my cat called', 'papers/chat.json'],
    ['rotateTheKey', 'papers/rotate.ts'],
  ] as const) {
    const { pointers } = await json('search', question, '--detail', '--limit', '1')
    expect([question, pointers[0]?.document]).toEqual([question, found])
  }
  expect(
    (await json('search', 'a secret sentence')).pointers.map(({ epitome }: { epitome: string }) => epitome),
  ).not.toContain('a secret sentence')
})

it('what is no longer among the paths is deleted only when that is asked for', async () => {
  rmSync(path.join(folder, 'papers/empty.md'))
  rmSync(path.join(folder, 'papers/rotate.ts'))
  expect(await json('ingest', 'papers')).toMatchObject({ deleted: 0, unchanged: 4 })
  expect(await json('ingest', 'papers', '--delete-missing')).toMatchObject({ deleted: 1, unchanged: 4 })
})

it('a search prints pointers, what reading costs and the call that reads; fetch reads it', async () => {
  const page = await run('search', 'how', 'often', 'is', 'the', 'signing', 'key', 'rotated')
  expect(page.out).toMatch(/ 1\. \d+:\d+ .*\n {4}.*Rotate the signing key[\s\S]*to read: \d+ tokens/)
  const [, ref] = /cairn fetch (\S+)/.exec(page.out) ?? []
  expect((await run('fetch', ref!)).out).toContain('Rotate the signing key every 90 days.')
})

it('facts and session states are kept and read back', async () => {
  expect((await run('facts', 'put', 'acme', 'ports', '[8080]', '--valid-from', '2025')).out).toMatch(
    /^f\d+ {2}stated, it holds {2}acme\/ports\n$/,
  )
  await run('facts', 'put', 'acme', 'ports', '[8081]', '--valid-from', '2026')
  expect((await run('facts', 'get', 'acme', 'ports')).out).toContain('[8081]')
  expect((await run('facts', 'get', 'acme', 'ports', '--as-of', '2025-06')).out).toContain('[8080]')
  await run('sessions', 'put', 'chat', '{"step":2}')
  expect((await run('sessions', 'get', 'chat')).out).toContain('{"step":2}')
})

it('facts are batched, checked, explained, reverified and retracted', async () => {
  const { facts } = await json(
    'facts',
    'batch',
    '[{"entity":"b","key":"port","value":1},{"entity":"b","key":"host","value":"x"}]',
  )
  const id: string = facts[0].fact_id
  expect(
    (await run('facts', 'check', facts.map((one: { fact_id: string }) => one.fact_id).join(','))).out,
  ).toMatch(/current {2}b\/port\n.*current/)
  expect((await run('facts', 'why', 'b', 'port')).out).toMatch(
    new RegExp(`^${id}  current  since .*\\(recorded_at\\)\n$`),
  )
  expect((await run('facts', 'reverify', 'b', 'port', id)).out).toBe(`${id}  holds\n`)
  expect((await run('facts', 'retract', 'b', 'port', id, '--reason', 'wrong')).out).toContain('retracted')
  expect((await run('facts', 'check', id)).out).toContain('retracted')
  expect((await run('facts', 'history', 'b', 'port')).out).toMatch(/retracted 20[\d:T-]+: wrong/)
})

it('context stays under its budget and says so', async () => {
  const { out } = await run('context', 'rotate', 'the', 'signing', 'key', '--budget', '600')
  expect(out).toContain('Rotate the signing key every 90 days.')
  expect(out).toMatch(/\d+ of \d+ · \d+ of 600 tokens/)
})

it('a claim is cited, checked and exported; one whose quotation is not there has status 1', async () => {
  const notebook = (await run('notebook', 'new', 'how', 'often', 'do', 'keys', 'rotate')).out.trim()
  const { pointers } = await json('search', 'rotate signing key', '--source', 'papers')
  const [{ id: pointer }] = pointers
  expect((await run('notebook', 'cite', notebook, 'They rotate “every 90 days”.', pointer)).status).toBe(0)
  expect((await run('notebook', 'check', notebook)).status).toBe(0)
  expect((await run('notebook', 'export', notebook)).out).toContain('every 90 days')
  const failing = await run('notebook', 'cite', notebook, 'They rotate “every fortnight”.', pointer)
  expect([failing.status, failing.out]).toEqual([1, expect.stringContaining('does not hold: quote_missing')])
  const { out, status } = await run('notebook', 'check', notebook)
  expect([status, out]).toEqual([1, expect.stringContaining('quote_missing')])
})

it('documents bring embeddings to a namespace whose embedder is named, and a question finds the near one', async () => {
  const near = ['--namespace', 'near']
  const vector = (place: number) => Array.from({ length: 8 }, (_, n) => (n === place ? 1 : 0.1))
  const lines = ['tea', 'rain'].map((id, place) => ({ id, text: `About ${id}.`, embedding: vector(place) }))
  const file = path.join(folder, 'near.ndjson')
  writeFileSync(file, lines.map((one) => JSON.stringify(one)).join('\n'))
  expect((await run('embedder', 'get', ...near)).out).toContain('no embedder')
  expect((await run('ingest', file, ...near)).status).toBe(1)
  const set = ['embedder', 'set', 'caller', '--dimensions', '8', '--version', 'toy', ...near]
  expect((await run(...set)).out).toBe('created: caller, 8 dimensions, version toy\n')
  expect(await json('ingest', file, ...near)).toMatchObject({ created: 2, refused: [] })
  const asked = ['search', 'umbrella', '--embedding', JSON.stringify(vector(1)), '--limit', '1', ...near]
  expect((await json(...asked)).pointers[0].epitome).toBe('About rain.')
})

it('an archive restores a namespace elsewhere, and answers are the same', async () => {
  const archive = path.join(folder, 'archive.ndjson')
  expect(await run('export', archive)).toMatchObject({
    status: 0,
    err: expect.stringMatching(/^\d+ lines, whole\n$/),
  })
  expect((await run('import', archive, '--namespace', 'restored')).err).toMatch(/all of it/)
  const texts = async (...more: string[]) =>
    (await json('search', 'signing key', ...more)).pointers.map(({ epitome }: { epitome: string }) => epitome)
  expect(await texts('--namespace', 'restored')).toEqual(await texts())
  const again = await run('import', path.join(folder, 'papers/keys.md'), '--namespace', 'other')
  expect([again.status, again.err]).toEqual([1, expect.stringContaining('is no JSON')])
})

it('a refusal is told with its code and its playbook, on the standard error, with status 1', async () => {
  const { out, err, status } = await run('facts', 'get', 'acme', 'nothing')
  expect([out, status]).toEqual(['', 1])
  expect(err).toMatch(
    /^cairn: fact_not_found: .*\n {2}what to do: cairn bootstrap __bootstrap__::resolution:FactNotFound\n$/,
  )
  expect((await run('bootstrap', '__bootstrap__::resolution:FactNotFound')).out).toContain('history')
})

it('what an agent is connected with opens no more than it needs, and says until when', async () => {
  const { out, err } = await run('mcp', '--client', 'claude-code')
  const token = /Bearer ([\w.-]+)/.exec(out)![1]!
  const { scope } = JSON.parse((await run('auth', 'show', '--token', token)).out)
  expect(scope).toContain('query:read')
  expect(scope).not.toMatch(/admin|conformance/)
  expect(err).toMatch(/until \d{4}-\d\d-\d\d: keep it secret/)
})

it('a ref that cannot be read is told, with status 1 beside those that can', async () => {
  const { pointers } = await json('search', 'rotate signing key')
  const { out, status } = await run('fetch', pointers[0].id, '999:9')
  expect([status, out]).toEqual([1, expect.stringContaining('999:9  pointer_not_found')])
})

it('an archive that cannot be written is told in a line', async () => {
  const { err, status } = await run('export', path.join(folder, 'nowhere', 'x'))
  expect([status, err]).toEqual([2, expect.stringMatching(/^cairn: .*ENOENT\)\n$/)])
})

it('no answer is status 3 and says how to get one', async () => {
  const { err, status } = await run('search', 'x', '--url', 'http://127.0.0.1:1')
  expect([status, err]).toEqual([3, expect.stringContaining('cairn dev')])
})

it('the doctor finds nothing wrong here, and a bad token elsewhere', async () => {
  expect((await run('doctor')).status).toBe(0)
  const { out, status } = await run('doctor', '--token', 'nonsense')
  expect(status).toBe(1)
  expect(out).toContain('FAIL  token: the token is no JWT')
})

it('a token of fewer scopes is signed, shown, and refused what it may not do', async () => {
  const token = (await run('auth', 'token', '--scope', 'query:read', '--expires', '1h')).out.trim()
  expect(await json('auth', 'show', '--token', token).catch(() => null)).toBeNull()
  expect(JSON.parse((await run('auth', 'show', '--token', token)).out)).toMatchObject({
    scope: 'query:read',
    tenant: 'dev',
  })
  const { err, status } = await run('facts', 'list', '--token', token)
  expect([status, err]).toEqual([1, expect.stringContaining('insufficient_scope')])
})

it('a shell learns every command and its options', async () => {
  const { out } = await run('completion', 'bash')
  for (const word of ['ingest', '--delete-missing', 'sessions', '"facts put") words='])
    expect(out).toContain(word)
})
