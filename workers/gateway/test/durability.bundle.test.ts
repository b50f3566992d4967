import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type DevProcess, startDevProcess } from '@cairn/test-kit/dev-process'
import { presenceOf } from '@cairn/test-kit/document-survey'
import { ingestLines, type SentDocument } from '@cairn/test-kit/interrupted-ingest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const SOURCE = 'kept'
const WORDS = [
  'granite',
  'lantern',
  'harbour',
  'velvet',
  'copper',
  'meadow',
  'signal',
  'orchard',
  'thimble',
  'canyon',
]

/** A document of some four passages, with a word of its own in each. */
function documentOf(n: number): SentDocument {
  const sentence = (at: number) =>
    `${Array.from({ length: 12 }, (_, k) => WORDS[(n * 7 + at * 3 + k * k) % WORDS.length]).join(' ')} ${wordOf(n)}.`
  const paragraph = (part: number) => Array.from({ length: 16 }, (_, k) => sentence(part * 16 + k)).join(' ')
  return { id: `doc-${n}`, text: [0, 1, 2].map(paragraph).join('\n\n') }
}
const wordOf = (n: number) => `unique${n}word`
const documents = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, place) => documentOf(from + place))

let folder: string
let cairn: DevProcess
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'cairn-durability-'))
  cairn = await startDevProcess(folder)
})
afterAll(async () => {
  await cairn?.kill()
  rmSync(folder, { recursive: true, force: true })
})

const target = () => ({ ...cairn, source: SOURCE })
const send = async (method: string, address: string, body?: unknown) => {
  const response = await fetch(cairn.url + address, {
    method,
    headers: { authorization: `Bearer ${cairn.token}`, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  })
  return { status: response.status, text: await response.text() }
}
const presences = async (from: number, to: number) => {
  const all: string[] = []
  for (let n = from; n < to; n += 1) all.push(await presenceOf(target(), documentOf(n), wordOf(n)))
  return all
}
const whole = (count: number) => Array.from({ length: count }, () => 'whole')

describe('a Cairn that is killed while documents come in', () => {
  it('keeps what it acknowledged before', async () => {
    await send('PUT', `/v1/sources/${SOURCE}`, {})
    const lines = await ingestLines(target(), documents(0, 40))
    expect(lines.map(({ id, status }) => `${id} ${status}`)).toEqual(
      Array.from({ length: 40 }, (_, n) => `doc-${n} created`),
    )
    expect((await send('PUT', '/v1/facts/acme/kept', { value: 'yes' })).status).toBe(200)
    expect((await send('PUT', '/v1/sessions/kept/state', { kept: true })).status).toBe(200)
    await cairn.kill()
    cairn = await startDevProcess(folder)
    expect(await presences(0, 40)).toEqual(whole(40))
    expect((await send('GET', '/v1/facts/acme/kept?contract=legacy')).text).toContain('"value":"yes"')
    expect((await send('GET', '/v1/sessions/kept/state?contract=legacy')).text).toContain('{"kept":true}')
  })

  it.each([1, 100])(
    'after %i acknowledged lines it holds all of them, no half of another, and goes on',
    async (until) => {
      const [from, to] = until === 1 ? [100, 300] : [300, 500]
      const sent = documents(from, to)
      const lines = await ingestLines(target(), sent, { until, interrupt: () => cairn.kill() })
      expect(lines.length).toBeGreaterThanOrEqual(until)
      expect(lines.length).toBeLessThan(sent.length)
      cairn = await startDevProcess(folder)
      const kept = await presences(from, to)
      expect(kept.slice(0, lines.length)).toEqual(whole(lines.length))
      expect(kept.filter((one) => one !== 'whole' && one !== 'absent')).toEqual([])
      const again = await ingestLines(target(), sent)
      expect(again.map(({ status }) => status)).toEqual(
        kept.map((one) => (one === 'whole' ? 'unchanged' : 'created')),
      )
      expect(await presences(from, to)).toEqual(whole(to - from))
    },
  )
})
