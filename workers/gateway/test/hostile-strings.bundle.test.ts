import { PROBLEMS } from '@cairn/contract/problems'
import { hasSharedData, readShared } from '@cairn/test-kit/shared-data'
import { type Speaker, startCairn, type TestCairn } from '@cairn/test-kit/start-cairn'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const SUITE = 'suites/blns/blns.json'
const isThere = hasSharedData(SUITE)
if (!isThere) console.log(`skipped: ../shared/${SUITE} is not there`)

/** Strings that break things, and three that the list cannot hold. */
const STRINGS: readonly string[] = isThere
  ? [...JSON.parse(readShared(SUITE).toString('utf8')), 'a\0b', '\0', '\ufeffa\ufeff', 'x'.repeat(5000)]
  : []
const LONE_SURROGATES = ['\ud800', 'a\udc00b', '\udbff\ud800', 'tail \ud83d'] as const

let cairn: TestCairn
let speaker: Speaker
beforeAll(async () => {
  if (!isThere) return
  cairn = await startCairn()
  speaker = await cairn.as('acme')
  await speaker.json('PUT', '/v1/sources/s', { body: {} })
})
afterAll(() => cairn?.stop())

interface Seen {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked into
  readonly body: any
}

/** Asks, and judges what comes back: no failure of the service, and a refusal that says so in the published form. */
async function ask(sent: string, ...[method, path, options]: Parameters<Speaker['send']>): Promise<Seen> {
  const response = await speaker.send(method, path, options)
  const text = await response.text()
  const asked = `${method} ${path.slice(0, 200)} for ${JSON.stringify(sent).slice(0, 200)}`
  expect(response.status, asked).toBeLessThan(500)
  const body = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
  if (response.status >= 400) expectProblem({ response, body, sent, asked })
  return { status: response.status, body }
}

function expectProblem({
  response,
  body,
  sent,
  asked,
}: {
  readonly response: Response
  readonly body: { readonly code: string; readonly detail: string; readonly instance: string }
  readonly sent: string
  readonly asked: string
}): void {
  expect(response.headers.get('content-type'), asked).toBe('application/problem+json')
  expect(Object.keys(PROBLEMS), asked).toContain(body.code)
  expect(PROBLEMS[body.code as keyof typeof PROBLEMS].status, asked).toBe(response.status)
  expectShortEcho(sent, JSON.stringify(body), asked)
}

/** No 65 code points in a row of what was sent come back in a refusal. */
function expectShortEcho(sent: string, answer: string, asked: string): void {
  for (const spelling of [sent, encodeURIComponent(sent.toWellFormed())]) {
    const points = [...spelling]
    const runs = points.slice(64).map((_, at) => points.slice(at, at + 65).join(''))
    expect(runs.filter((run) => answer.includes(run)).slice(0, 1), asked).toEqual([])
  }
}

/** Sends for every string, a few at a time. */
async function forEach(strings: readonly string[], work: (text: string, n: number) => Promise<void>) {
  for (let at = 0; at < strings.length; at += AT_ONCE)
    await Promise.all(strings.slice(at, at + AT_ONCE).map((text, place) => work(text, at + place)))
}
const AT_ONCE = 8

const refs = (pointers: readonly string[]) => ({ refs: pointers, hydrate: 'full' })
const withoutSpace = (text: string) => text.replaceAll(/[\s\p{White_Space}]/gu, '')
/** Long strings of marks and invisible characters are cut into up to three passages. */
const isMostOf = (body: string, text: string) =>
  withoutSpace(text).includes(withoutSpace(body)) &&
  withoutSpace(body).length * 4 >= withoutSpace(text).length
const isBlank = (text: string) => !/\S/.test(text)
const lengthOf = (text: string) => [...text].length

describe.skipIf(!isThere)('a hostile string', () => {
  it('is a query like any other, in the address and in the body', async () => {
    await forEach(STRINGS, async (text) => {
      const [inAddress, inBody] = [
        await ask(text, 'GET', `/v1/query/search?query=${encodeURIComponent(text)}`),
        await ask(text, 'POST', '/v1/query/search', { body: { query: text } }),
      ]
      expect(inBody.status).toBe(isBlank(text) || lengthOf(text) > 1024 ? 400 : 200)
      expect([inAddress.status, inAddress.body.pointers]).toEqual([inBody.status, inBody.body.pointers])
    })
  })

  it('is a text that comes back byte for byte and is found by itself', async () => {
    const texts = STRINGS.filter((text) => !isBlank(text) && !text.includes('\0'))
    const ndjson = texts
      .map((text, n) => `${JSON.stringify({ id: `text-${n}`, text, format: 'plain' })}\n`)
      .join('')
    const answer = await speaker.send('POST', '/v1/sources/s/documents', { ndjson })
    const lines = (await answer.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.map(({ status }) => status)).toEqual(texts.map(() => 'created'))
    await forEach(texts, async (text, n) => {
      const document = await ask(text, 'GET', `/v1/sources/s/documents/text-${n}`)
      expect(document.body.text).toBe(text)
      const read = await ask(text, 'POST', '/v1/query/fetch-content', { body: refs(lines[n].pointers) })
      const pieces = read.body.content.map((item: { text: string }) => item.text)
      if (pieces.length === 1) expect(text).toContain(pieces[0])
      expect(withoutSpace(pieces.join(''))).toBe(withoutSpace(text))
    })
  })

  it('is found on the first page when it is searched for', async () => {
    const texts = STRINGS.filter((text) => !isBlank(text) && !text.includes('\0') && lengthOf(text) <= 1024)
    const lost: string[] = []
    await forEach(texts, async (text) => {
      const found = await ask(text, 'POST', '/v1/query/search', { body: { query: text, hydrate: 'full' } })
      const bodies: string[] = found.body.content.map((item: { text: string }) => item.text)
      if (!bodies.some((body) => isMostOf(body, text))) lost.push(text)
    })
    expect(lost).toEqual([])
  })

  it('is an id, title, tag, author, kind and speaker that comes back byte for byte, or is refused', async () => {
    await forEach(STRINGS, async (text) => {
      const fields = { title: text, author: text, ...(isBlank(text) ? {} : { kind: text, tags: [text] }) }
      const body = { id: text, text: 'a text', ...fields }
      const stored = await ask(text, 'POST', '/v1/sources/s/documents', { body })
      if (stored.status !== 200) return expect(stored.status).toBe(400)
      const document = await ask(text, 'GET', `/v1/sources/s/documents/${encodeURIComponent(text)}`)
      expect(document.body).toMatchObject(body)
      if (isBlank(text)) return
      const filter = { tags: text, kind: text }
      const found = await ask(text, 'POST', '/v1/query/search', { body: { query: 'a text', filter } })
      expect(found.body.pointers.map(({ id }: { id: string }) => id)).toEqual(stored.body.pointers)
    })
  })

  it('is a speaker and the text of a message', async () => {
    await forEach(STRINGS, async (text, n) => {
      const message = { speaker: text, text: isBlank(text) ? 'said' : text }
      const body = { id: `talk-${n}`, messages: [message] }
      const stored = await ask(text, 'POST', '/v1/sources/s/documents', { body })
      if (stored.status !== 200) return expect(text.includes('\0') || lengthOf(text) > 200).toBe(true)
      const document = await ask(text, 'GET', `/v1/sources/s/documents/talk-${n}`)
      expect(document.body.messages).toEqual([message])
    })
  })

  it('is a header that is read or refused', async () => {
    const legal = STRINGS.filter((text) => /^[\x20-\x7e\x80-\xff\t]*$/.test(text) && text.length <= 1024)
    expect(legal.length).toBeGreaterThan(200)
    await forEach(legal, async (text, n) => {
      const headers = { 'accept-contract': text, traceparent: text, 'if-none-match': text }
      await ask(text, 'GET', '/v1/query/search?query=a', { headers })
      const keyed = { headers: { 'idempotency-key': text } }
      await ask(text, 'POST', '/v1/facts', { body: { entity: 'e', key: `h${n}`, value: n }, ...keyed })
      await ask(text, 'PUT', '/v1/sessions/h/state', { body: 1, headers: { 'if-match': text } })
      await ask(text, 'GET', '/v1/facts', { headers: { 'consistency-token': text } })
    })
  })

  it('is an entity, a key and a value that come back byte for byte', async () => {
    await forEach(STRINGS, async (text) => {
      const path = `/v1/facts/${encodeURIComponent(text)}/${encodeURIComponent(text)}`
      const stored = await ask(text, 'PUT', path, { body: { value: text } })
      if (stored.status !== 200) return expect([400, 404]).toContain(stored.status)
      const fact = await ask(text, 'GET', `${path}?hydrate=full`)
      expect(fact.body.content[0].text).toBe(text)
      expect([stored.body.entity, stored.body.key]).toEqual([text.normalize('NFC'), text.normalize('NFC')])
      const listed = await ask(text, 'GET', `/v1/facts?entity=${encodeURIComponent(text)}&hydrate=full`)
      expect(listed.body.content[0].text).toBe(text)
      expect((await ask(text, 'GET', `/v1/facts/${listed.body.next.canonical_slug}`)).status).toBe(200)
    })
  })

  it('is a session and a state that come back byte for byte', async () => {
    await forEach(STRINGS, async (text, n) => {
      const odd = `/v1/sessions/${encodeURIComponent(text)}/state`
      const named = await ask(text, 'PUT', odd, { body: { word: text, [text]: text } })
      const path = named.status === 200 ? odd : `/v1/sessions/state-${n}/state`
      if (named.status !== 200) await ask(text, 'PUT', path, { body: { word: text, [text]: text } })
      const { body } = await ask(text, 'GET', `${path}?contract=legacy`)
      expect(body.state).toEqual({ word: text, [text]: text })
    })
  })
})

describe.skipIf(!isThere)('a lone surrogate', () => {
  it.each(LONE_SURROGATES.map((text) => [JSON.stringify(text), text]))(
    '%s is refused wherever text is taken',
    async (_title, text) => {
      const bodies = [
        ['POST', '/v1/query/search', { query: text }],
        ['POST', '/v1/query/search', { query: 'a', filter: { tags: text } }],
        ['POST', '/v1/query/fetch-content', { refs: [text] }],
        ['PUT', '/v1/facts/e/k', { value: text }],
        ['PUT', '/v1/facts/e/k', { value: { [text]: 1 } }],
        ['POST', '/v1/facts', { entity: text, key: 'k', value: 1 }],
        ['PUT', '/v1/sessions/lone/state', [text]],
        ['PUT', '/v1/sources/lone', { display_name: text }],
        ['POST', '/v1/sources/s/documents', { id: 'lone', title: text, text: 'a' }],
      ] as const
      for (const [method, path, body] of bodies)
        expect(await ask(text, method, path, { body }), path).toMatchObject({
          status: 400,
          body: { code: 'malformed_unicode' },
        })
      const { status, body } = await ask(text, 'GET', '/v1/query/search?query=%ED%A0%80')
      expect([status, body.code]).toEqual([400, 'malformed_unicode'])
    },
  )
})
