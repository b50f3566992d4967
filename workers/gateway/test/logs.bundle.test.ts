import { type Speaker, startCairn, type TestCairn } from '@cairn/test-kit/start-cairn'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

/** Each stands where a client puts something of its own; none may stand in a log. */
const SECRETS = {
  query: 'queryword4711',
  text: 'storedtext4711',
  entity: 'entityname4711',
  key: 'keyname4711',
  value: 'factvalue4711',
  session: 'sessionname4711',
  source: 'sourcename4711',
  document: 'documentname4711',
  idempotency: 'idempotency4711',
  header: 'headervalue4711',
} as const
const HOSTILE = '\n{"incident":"0","operation":"forged4711"}\r\n\u0000\u202e\u001b[31m'

let cairn: TestCairn
let speaker: Speaker
const printed: string[] = []
const captures = [
  ...(['log', 'info', 'warn', 'error', 'debug'] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation((...parts) => void printed.push(parts.map(String).join(' '))),
  ),
  ...[process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation((chunk) => {
      printed.push(String(chunk))
      return true
    }),
  ),
]

beforeAll(async () => {
  cairn = await startCairn()
  speaker = await cairn.as('acme')
})
afterAll(async () => {
  await cairn?.stop()
  for (const capture of captures) capture.mockRestore()
})

const asks = (): [
  string,
  string,
  { body?: unknown; ndjson?: string; headers?: Record<string, string> }?,
][] => {
  const { query, text, entity, key, value, session, source, document, idempotency, header } = SECRETS
  const question = encodeURIComponent(`${query} ${HOSTILE}`)
  const headers = { 'idempotency-key': idempotency, traceparent: header, 'accept-contract': header }
  return [
    ['PUT', `/v1/sources/${source}`, { body: { display_name: text } }],
    [
      'POST',
      `/v1/sources/${source}/documents`,
      { body: { id: document, text: `${text} ${query}` }, headers },
    ],
    [
      'POST',
      `/v1/sources/${source}/documents`,
      { ndjson: `{"id":"${document}","text":"${text}"}\n{"id":"${text}` },
    ],
    ['POST', `/v1/sources/${source}/documents`, { body: { id: document, text: HOSTILE + text, [text]: 1 } }],
    ['GET', `/v1/query/search?query=${question}`],
    ['GET', `/v1/query/search?query=${query}&${query}=1`],
    ['POST', '/v1/query/search', { body: { query: HOSTILE + query, filter: { source } } }],
    ['POST', '/v1/memory/retrieve', { body: { query, token_budget: 500 } }],
    ['POST', '/v1/query/fetch-content', { body: { refs: ['1:0', text, `${entity}/${key}`] } }],
    ['PUT', `/v1/facts/${entity}/${key}`, { body: { value } }],
    ['PUT', `/v1/facts/${entity}/${key}`, { body: { value, supersedes: value } }],
    ['GET', `/v1/facts/${entity}/${key}?hydrate=full`],
    ['GET', `/v1/facts?entity=${entity}`],
    ['PUT', `/v1/sessions/${session}/state`, { body: { value } }],
    ['GET', `/v1/sessions/${session}/state?hydrate=full`],
    ['GET', `/v1/sources/${source}/documents/${document}`],
    ['GET', `/v1/receipts/${document}/verification`],
    ['GET', `/v1/${query}/${encodeURIComponent(HOSTILE)}`],
    ['DELETE', `/v1/sources/${source}/documents/${document}`],
    ['POST', '/v1/maintenance/step'],
  ]
}

async function sendAll(): Promise<number[]> {
  const statuses = []
  for (const [method, address, options] of asks()) {
    const response = await speaker.send(method, address, options)
    await response.text().catch(() => '')
    statuses.push(response.status)
  }
  const forged = { authorization: `Bearer ${speaker.token.slice(0, -3)}AAA` }
  statuses.push((await fetch(`${cairn.url}/v1/facts`, { headers: forged })).status)
  return statuses
}

const TABLES = ['namespace', 'document', 'passage', 'segment', 'fact', 'session', 'source', 'revocation']

it('no log line holds a query, a stored text, a slug, a name, a header or a token, whatever is sent and whatever fails', async () => {
  const sound = await sendAll()
  expect(sound.filter((status) => status >= 500)).toEqual([])
  const database = await cairn.miniflare.getD1Database('MEMORY_0', 'cairn-library')
  for (const table of TABLES) await database.prepare(`ALTER TABLE ${table} RENAME TO ${table}_gone`).run()
  const broken = await sendAll()
  expect(broken.filter((status) => status >= 500).length).toBeGreaterThan(10)
  const lines = printed.flatMap((chunk) => chunk.split('\n')).filter((line) => line.trim() !== '')
  expect(lines.length).toBeGreaterThan(10)
  const whole = printed.join('\n')
  const parts = speaker.token.split('.')
  for (const secret of [...Object.values(SECRETS), 'forged4711', ...parts])
    expect(whole).not.toContain(secret)
  for (const line of lines)
    for (const member of Object.keys(JSON.parse(line)))
      expect(['incident', 'code', 'error', 'operation']).toContain(member)
})
