import type { ServerResponse } from 'node:http'
import { type Answer, type Speaker, startCairn, type TestCairn } from '@cairn/test-kit/start-cairn'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { crcAnswer, type StrangeServer, startStrangeServer } from './strange-server.ts'

let cairn: TestCairn
let acme: Speaker
let peer: StrangeServer

beforeAll(async () => {
  peer = await startStrangeServer()
  cairn = await startCairn({
    variables: { FEDERATION_PRIVATE: 'allowed', FEDERATION_HOSTS: 'p.example.org' },
  })
  acme = await cairn.as('acme')
  await acme.json('PUT', '/v1/sources/own', { body: { capabilities: { search: true } } })
  await acme.json('POST', '/v1/sources/own/documents', { body: { id: 'a', text: TEXT } })
  await acme.json('PUT', '/v1/sources/peer', { body: { kinds: ['page'], capabilities: { search: true } } })
})
beforeEach(() => register({ url: peer.url }))
afterAll(async () => {
  await cairn.stop()
  await peer.stop()
})

const TEXT = 'Rotate the signing key every 90 days.'
const FOREIGN = 'The signing key of our peer rotates every 30 days.'
const register = (body: object) => acme.json('PUT', '/v1/sources/peer/upstream', { body })
const bundle = (members: object = {}): Promise<Answer> =>
  acme.json('POST', '/v1/context/bundles', {
    body: { task_id: 'rotate', query: 'rotate the signing key', budget_tokens: 4000, ...members },
  })
const says =
  (document: unknown, status = 200) =>
  (response: ServerResponse) => {
    response.writeHead(status, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(document))
  }

describe('another CRC-v1 server', () => {
  it('answers for a source beside the sources of this one', async () => {
    peer.answer = says(crcAnswer([{ id: 'x:1', text: FOREIGN, token_count: 12 }]))
    const { status, body } = await bundle()
    expect(status).toBe(200)
    expect(body.receipt).toMatchObject({ sources_used: ['own', 'peer'], degraded_reasons: [] })
    expect(body.candidates).toContainEqual(
      expect.objectContaining({ candidate_id: 'peer/x:1', source_id: 'peer', kind: 'page' }),
    )
    expect(body.content.map((one: { text: string }) => one.text).sort()).toEqual([TEXT, FOREIGN].sort())
  })

  it('is told the query and its own token, and nothing of the caller', async () => {
    await register({ url: `${peer.url}/crux/`, token: 'for-the-peer' })
    peer.answer = says(crcAnswer([]))
    await bundle()
    const { path, headers, body } = peer.asked.at(-1)!
    expect(path).toBe('/crux/v1/query/search')
    expect(headers.authorization).toBe('Bearer for-the-peer')
    expect(JSON.stringify(headers)).not.toContain(acme.token)
    expect(Object.keys(headers)).not.toContain('traceparent')
    expect(JSON.parse(body)).toEqual({ query: 'rotate the signing key', limit: 20, hydrate: 'full' })
  })

  it('that gives single things is asked for one by name alone', async () => {
    const only = { capabilities: { search: false, exact_get: true } }
    await acme.json('PUT', '/v1/sources/peer', { body: { kinds: ['page'], ...only } })
    const before = peer.asked.length
    await bundle()
    expect(peer.asked).toHaveLength(before)
    const page = crcAnswer([{ id: 'x:1', text: FOREIGN, token_count: 12 }])
    peer.answer = says({ ...page, kind: 'addressed', agent_decision: null })
    const { body } = await bundle({ query: 'x:1' })
    expect(peer.asked.at(-1)!.path).toBe('/v1/query/fetch-content')
    expect(JSON.parse(peer.asked.at(-1)!.body)).toEqual({ refs: ['x:1'], hydrate: 'full' })
    expect(body.receipt.sources_used).toEqual(['peer'])
    const both = { capabilities: { search: true } }
    await acme.json('PUT', '/v1/sources/peer', { body: { kinds: ['page'], ...both } })
  })

  it('has a token that is never printed', async () => {
    const stored = await register({ url: peer.url, token: 'for-the-peer' })
    const read = await acme.json('GET', '/v1/sources/peer')
    const archive = await acme.send('GET', '/v1/export').then((response) => response.text())
    expect(archive).toContain(peer.url)
    expect(stored.body).toEqual({ source_id: 'peer', upstream: peer.url })
    expect(JSON.stringify([stored.body, read.body, archive])).not.toContain('for-the-peer')
  })

  it('is no more asked when its address is taken away', async () => {
    await register({ url: null })
    const before = peer.asked.length
    await bundle({ sources: ['peer'] })
    expect(peer.asked).toHaveLength(before)
  })
})

describe('another server that is', () => {
  const reasons = async (answer: (response: ServerResponse) => void, members: object = {}) => {
    peer.answer = answer
    const { status, body } = await bundle(members)
    expect(status).toBe(200)
    expect(body.receipt.sources_used).toEqual(['own'])
    return body.receipt.degraded_reasons
  }

  it.each<[string, (response: ServerResponse) => void]>([
    ['elsewhere', (response) => response.writeHead(302, { Location: 'http://127.0.0.1:9/' }).end()],
    ['failing', says({ secret: 'of the upstream' }, 500)],
    ['refusing', says({ code: 'unauthenticated' }, 401)],
    ['speaking no JSON', (response) => response.end('<html>')],
    ['speaking JSON past the depth', (response) => response.end(`${'['.repeat(500)}${']'.repeat(500)}`)],
    ['no CRC-v1', says({ results: [] })],
    ['CRC-v1 of another kind', says({ ...crcAnswer([]), kind: 'addressed', agent_decision: null })],
    ['against its schema', says({ ...crcAnswer([]), pointers: [{ id: 7 }] })],
    ['too large', says(crcAnswer([{ id: 'a', text: 'a'.repeat(2 ** 20), token_count: 9 }]))],
    [
      'cut off',
      (response) => {
        response.writeHead(200, { 'Content-Length': '10' })
        response.write('{', () => response.destroy())
      },
    ],
    ['gone', (response) => response.destroy()],
  ])('%s is unavailable, and the others are there', async (_, answer) => {
    expect(await reasons(answer)).toEqual(['source_unavailable:peer'])
  })

  it('slow is a timeout, and the others are there', async () => {
    expect(await reasons(() => undefined, { deadline_ms: 1000 })).toEqual(['source_timeout:peer'])
  })

  it('telling less than its text costs is left out', async () => {
    const lying = says(crcAnswer([{ id: 'a', text: `${FOREIGN} `.repeat(40), token_count: 9 }]))
    expect(await reasons(lying)).toEqual(['estimate_overrun'])
  })

  it('saying what is said here already is a duplicate', async () => {
    const copying = says(crcAnswer([{ id: 'a', text: TEXT, token_count: 10 }]))
    expect(await reasons(copying)).toEqual(['duplicate_content'])
  })
})

describe('an address is refused', () => {
  it.each([
    'http://p.example.org',
    'https://p.example.org:8443',
    'https://user:word@p.example.org',
    'https://elsewhere.example.org',
    'https://p.example.org/?a=1',
    'ftp://p.example.org',
  ])('where it may not be asked: %s', async (url) => {
    const { status, body } = await register({ url })
    expect([status, body.code, body.errors[0].pointer]).toEqual([400, 'invalid_body', '/url'])
  })

  it('where it is a server of this machine and those are not allowed', async () => {
    const strict = await startCairn()
    const speaker = await strict.as('acme')
    await speaker.json('PUT', '/v1/sources/peer', { body: {} })
    for (const url of [peer.url, 'https://169.254.169.254', 'https://[::1]', 'https://p.example.org']) {
      const { status, body } = await speaker.json('PUT', '/v1/sources/peer/upstream', { body: { url } })
      expect([status, body.code]).toEqual([400, 'invalid_body'])
    }
    await strict.stop()
  })

  it('by whoever is no admin', async () => {
    const writer = await cairn.as('acme', { scopes: ['library:write', 'library:read'] })
    const { status, body } = await writer.json('PUT', '/v1/sources/peer/upstream', { body: { url: null } })
    expect([status, body.code]).toEqual([403, 'insufficient_scope'])
  })
})

it('one Cairn answers for a source of another', async () => {
  const far = await startCairn()
  const there = await far.as('far')
  await there.json('PUT', '/v1/sources/book', { body: { capabilities: { search: true } } })
  await there.json('POST', '/v1/sources/book/documents', { body: { id: 'a', text: FOREIGN } })
  const { token } = await far.as('far', { scopes: ['query:read'] })
  await register({ url: far.url, token })
  const { body } = await bundle()
  expect(body.receipt).toMatchObject({ sources_used: ['own', 'peer'], degraded_reasons: [] })
  expect(body.content.map((one: { text: string }) => one.text)).toContain(FOREIGN)
  await far.stop()
})
