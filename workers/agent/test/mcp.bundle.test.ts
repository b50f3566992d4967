import { LIMITS } from '@cairn/contract/limits'
import { SCHEMA_FILES } from '@cairn/contract/schema-files'
import { validateCrcV1 } from '@cairn/contract/validate'
import { type Speaker, startCairn, type TestCairn } from '@cairn/test-kit/start-cairn'
import { countTokens } from '@cairn/text/tokens'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let cairn: TestCairn
let acme: Speaker

beforeAll(async () => {
  cairn = await startCairn()
  acme = await cairn.as('acme')
  await acme.json('PUT', '/v1/sources/handbook', {
    body: { capabilities: { search: true, exact_get: true } },
  })
  await acme.json('POST', '/v1/sources/handbook/documents', {
    body: { id: 'keys', title: 'Keys', text: 'Rotate the signing key every 90 days.' },
  })
  const long = (n: number) => `The long text ${n} says "much" of little.\n`.repeat(40)
  const many = Array.from({ length: 120 }, (_, n) => JSON.stringify({ id: `long-${n}`, text: long(n) }))
  await acme.send('POST', '/v1/sources/handbook/documents', { ndjson: many.join('\n') }).then((r) => r.text())
  await acme.json('PUT', '/v1/facts/acme/works_at', { body: { value: 'Initech' } })
})
afterAll(() => cairn.stop())

const REVISIONS = ['2025-06-18', '2025-11-25', '2026-07-28'] as const
type Revision = (typeof REVISIONS)[number]

/** A message as a client of a revision sends it. */
function message(revision: Revision, method: string, params: object = {}) {
  const isModern = revision === '2026-07-28'
  const meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const named = (params as { readonly name?: string }).name
  return {
    body: { jsonrpc: '2.0', id: 1, method, params: isModern ? { ...params, _meta: meta } : params },
    headers: {
      'MCP-Protocol-Version': revision,
      ...(isModern ? { 'Mcp-Method': method } : {}),
      ...(isModern && named !== undefined ? { 'Mcp-Name': named } : {}),
    },
  }
}

async function ask(
  method: string,
  params: object = {},
  options: {
    readonly revision?: Revision
    readonly headers?: Record<string, string>
    readonly by?: Speaker
  } = {},
) {
  const { body, headers } = message(options.revision ?? '2025-11-25', method, params)
  return await (options.by ?? acme).json('POST', '/mcp', {
    body,
    headers: { ...headers, ...options.headers },
  })
}

async function call(name: string, args: object, by?: Speaker) {
  const { status, body } = await ask('tools/call', { name, arguments: args }, by === undefined ? {} : { by })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.result
}
const textOf = (result: { readonly content: readonly { readonly text: string }[] }) => result.content[0]!.text

describe.each(REVISIONS)('a client of %s', (revision) => {
  it('lists the tools and calls one, each on its own: nothing is kept between messages', async () => {
    const listed = await ask('tools/list', {}, { revision })
    expect(listed.body.result.tools.map((tool: { name: string }) => tool.name)).toEqual([
      'search',
      'fetch_content',
      'get_facts',
      'put_fact',
      'session_state',
      'context_bundle',
      'cite',
      'get_bootstrap',
    ])
    const params = { name: 'search', arguments: { query: 'rotate the signing key' } }
    const called = await ask('tools/call', params, { revision })
    expect(called.body.result.structuredContent.pointers[0].epitome).toContain('Rotate the signing key')
  })
})

describe('the list of tools', () => {
  it('is the same each time and for every token, and short', async () => {
    const narrow = await cairn.as('other', { scopes: ['facts:read'] })
    const lists = await Promise.all([
      ask('tools/list'),
      ask('tools/list'),
      ask('tools/list', {}, { by: narrow }),
    ])
    const texts = lists.map(({ body }) => JSON.stringify(body.result))
    expect(new Set(texts).size).toBe(1)
    expect(countTokens(texts[0]!)).toBeLessThan(1500)
  })

  it('says of every tool what it changes, in schemas that every client reads', async () => {
    const { body } = await ask('tools/list')
    for (const { annotations, inputSchema, name } of body.result.tools) {
      expect(Object.keys(annotations).sort(), name).toEqual([
        'destructiveHint',
        'idempotentHint',
        'openWorldHint',
        'readOnlyHint',
      ])
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
      expect(JSON.stringify(inputSchema)).not.toMatch(/"type":\[|\$ref|oneOf|anyOf|allOf/)
    }
  })
})

describe('a tool', () => {
  it('answers with what HTTP answers, as text and as data, conformant', async () => {
    const result = await call('search', { query: 'rotate the signing key' })
    expect(JSON.parse(textOf(result))).toEqual(result.structuredContent)
    expect(validateCrcV1(result.structuredContent, { countTokens }).findings).toEqual([])
    expect(result._meta).toEqual({ 'dev.cairn/untrusted': true })
  })

  it('brings bodies where a search says what they may cost', async () => {
    const { structuredContent } = await call('search', { query: 'rotate the signing key', token_budget: 600 })
    expect(structuredContent.hydrate_tier).toBe('full')
    expect(structuredContent.content[0].text).toContain('Rotate the signing key')
  })

  it('reads a pointer at the tier that is asked for, which has to be said', async () => {
    const found = await call('search', { query: 'rotate the signing key' })
    const refs = [found.structuredContent.pointers[0].id]
    const read = await call('fetch_content', { refs, hydrate: 'full' })
    expect(read.structuredContent.content[0].text).toBe('Rotate the signing key every 90 days.')
    const refused = await call('fetch_content', { refs })
    expect(refused.isError).toBe(true)
    expect(textOf(refused)).toMatch(/hydrate is missing.*This passes: \{"refs"/)
  })

  it('states a fact and reads what holds', async () => {
    await call('put_fact', { entity: 'a/b', key: 'état', value: { deep: [1] } })
    const one = await call('get_facts', { entity: 'a/b', key: 'état' })
    expect(one.structuredContent.content[0].text).toBe('{"deep":[1]}')
    const all = await call('get_facts', { entity: 'acme' })
    expect(all.structuredContent.content[0].text).toBe('Initech')
    expect((await acme.json('GET', '/v1/facts/a%2Fb/%C3%A9tat')).status).toBe(200)
  })

  it('stores and reads the state of a session', async () => {
    await call('session_state', { session_id: 'chat 7', state: { step: 1 } })
    const read = await call('session_state', { session_id: 'chat 7' })
    expect(read.structuredContent.content[0].text).toBe('{"step":1}')
  })

  it('gathers a context within its budget', async () => {
    const { structuredContent } = await call('context_bundle', { query: 'signing key', budget_tokens: 1000 })
    expect(structuredContent.receipt.candidates_selected).toBeGreaterThan(0)
    expect(countTokens(JSON.stringify(structuredContent))).toBeLessThanOrEqual(1000)
  })

  it('cites a passage, the same call the same citation', async () => {
    const found = await call('search', { query: 'rotate the signing key' })
    const pointer = found.structuredContent.pointers[0].id
    const cited = () => call('cite', { pointer, claim: 'The key is rotated “every 90 days”.' })
    const first = await cited()
    expect(first.structuredContent).toMatchObject({ schema: 'hux.citation.v1', support: 'supports' })
    expect(first.content[1].text).toBe('Citation-Verdict: holds')
    expect((await cited()).structuredContent).toEqual(first.structuredContent)
  })

  it('refuses a claim that quotes what the passage does not hold, and keeps it when it is said to be unverified', async () => {
    const found = await call('search', { query: 'rotate the signing key' })
    const pointer = found.structuredContent.pointers[0].id
    const claim = 'The key is rotated “every 30 days”.'
    const refused = await call('cite', { pointer, claim })
    expect([refused.isError, textOf(refused)]).toEqual([true, expect.stringContaining('nothing was cited')])
    const kept = await call('cite', { pointer, claim, support: 'unverified' })
    expect(kept.structuredContent).toMatchObject({ claim, support: 'unverified' })
    expect(kept.content[1].text).toBe('Citation-Verdict: fails; reasons="quote_missing"')
    expect((await call('cite', { pointer, claim, support: 7 })).isError).toBe(true)
  })

  it('gives the contract byte for byte', async () => {
    const result = await call('get_bootstrap', { topic: 'tool-output' })
    expect(textOf(result)).toBe(SCHEMA_FILES['crc-v1.schema.json'])
  })

  it('takes the contract from its argument alone', async () => {
    const params = { name: 'search', arguments: { query: 'rotate the signing key', limit: 1 } }
    const headers = { 'Accept-Contract': 'legacy' }
    const asked = await ask('tools/call', params, { headers })
    expect(asked.body.result.structuredContent.contract).toBe('crc-v1')
    const legacy = await call('search', { ...params.arguments, contract: 'legacy' })
    expect(legacy.structuredContent).toHaveProperty('results')
  })
})

describe('a refusal', () => {
  it.each<[string, object, RegExp]>([
    ['search', {}, /query is missing.*This passes: \{"query"/],
    ['search', { query: ' ' }, /query: found .*expected text/s],
    ['search', { query: 'a', page: 2 }, /page is no argument of search; it takes query/],
    ['search', { query: 'a', limit: 101 }, /limit: found 101, expected a whole number from 1 to 100/],
    ['search', { query: 'a', token_budget: 9000 }, /token_budget is at most 4500 here/],
    [
      'fetch_content',
      { refs: ['9:9'], hydrate: 'full' },
      /pointer_not_found.*get_bootstrap \{"topic":"resolution/s,
    ],
    ['get_facts', { entity: 'nobody', key: 'nothing' }, /fact_not_found.*Next: get_bootstrap/s],
    ['session_state', { session_id: 'nobody' }, /session_not_found.*Next: get_bootstrap/s],
    ['context_bundle', { query: 'a', budget_tokens: 64 }, /budget_too_small.*at least \d+/s],
    ['cite', { pointer: '9:9', claim: 'a' }, /pointer_not_found/],
    ['put_fact', { entity: null, key: 'a', value: 1 }, /entity is no text.*This passes/],
    ['get_facts', { entity: 'acme', key: ['works_at'] }, /key is no text/],
    ['session_state', { session_id: {} }, /session_id is no text/],
    ['get_bootstrap', { topic: {} }, /topic is no text/],
    ['get_bootstrap', { topic: 'nothing' }, /topic_not_found: There are getting-started/],
  ])('%s %j says what was wrong and what would do', async (name, args, said) => {
    const result = await call(name, args)
    expect(result.isError).toBe(true)
    expect(textOf(result)).toMatch(said)
  })

  it('of a scope is a result that names it', async () => {
    const reader = await cairn.as('acme', { scopes: ['facts:read'] })
    const result = await call('put_fact', { entity: 'a', key: 'b', value: 1 }, reader)
    expect(textOf(result)).toContain('insufficient_scope: The access token lacks the scope `facts:write`')
    const bundle = await call('context_bundle', { query: 'a', budget_tokens: 1000 }, reader)
    expect(textOf(bundle)).toContain('`context:run`')
  })

  it('of an unknown tool, prompt, resource or method is an error of the protocol', async () => {
    const codes = await Promise.all([
      ask('tools/call', { name: 'nothing', arguments: {} }),
      ask('prompts/get', { name: 'nothing' }),
      ask('resources/read', { uri: 'cairn://documents/handbook/nothing' }),
      ask('resources/read', { uri: 'file:///etc/passwd' }),
      ask('nothing/at-all'),
    ])
    expect(codes.map(({ body }) => body.error.code)).toEqual([-32602, -32602, -32602, -32602, -32601])
  })
})

it('no answer of a tool costs more than its bound, at the largest page of every tier', async () => {
  for (const hydrate of ['pointer', 'summary', 'full'])
    for (const args of [
      { limit: 100 },
      { limit: 100, token_budget: LIMITS.mcpBudgetTokensMax },
      { limit: 40, contract: 'legacy' },
    ]) {
      const { body } = await ask('tools/call', {
        name: 'search',
        arguments: { query: 'long text says much of little', hydrate, ...args },
      })
      expect(countTokens(JSON.stringify(body))).toBeLessThanOrEqual(LIMITS.mcpAnswerTokensMax)
    }
  for (const topic of ['endpoints', 'errors', 'limits', 'getting-started', 'tool-output']) {
    const { body } = await ask('tools/call', { name: 'get_bootstrap', arguments: { topic } })
    expect(countTokens(JSON.stringify(body)), topic).toBeLessThanOrEqual(LIMITS.mcpAnswerTokensMax)
  }
})

it('what is too much for an answer is refused, with what would be less', async () => {
  const state = Array.from({ length: 4000 }, (_, n) => `entry ${n}`)
  expect((await acme.json('PUT', '/v1/sessions/large/state', { body: state })).status).toBe(200)
  const { body } = await ask('tools/call', { name: 'session_state', arguments: { session_id: 'large' } })
  expect(body.result.isError).toBe(true)
  expect(textOf(body.result)).toMatch(/larger than 12000 tokens. Ask for less/)
})

describe('prompts and resources', () => {
  it('are listed and read: topics, documents, prompts with their argument', async () => {
    const { body: listed } = await ask('resources/list')
    const uri = 'cairn://bootstrap/getting-started'
    expect(listed.result.resources.map((one: { uri: string }) => one.uri)).toContain(uri)
    const topic = await ask('resources/read', { uri })
    expect(topic.body.result.contents[0].text).toContain('pointers first')
    const document = await ask('resources/read', { uri: 'cairn://documents/handbook/keys' })
    expect(document.body.result.contents[0].text).toContain('every 90 days')
    const prompts = await ask('prompts/list')
    expect(prompts.body.result.prompts).toHaveLength(2)
    const prompt = await ask('prompts/get', { name: 'answer_from_memory', arguments: { question: 'Why?' } })
    expect(prompt.body.result.messages[0].content.text).toContain('Why?')
  })
})

describe('the transport', () => {
  it.each<[string | null, 'json' | 'event-stream']>([
    [null, 'json'],
    ['*/*', 'json'],
    ['application/json', 'json'],
    ['application/json, text/event-stream', 'json'],
    ['text/event-stream', 'event-stream'],
    ['text/*', 'event-stream'],
    ['application/json;q=0.1, text/event-stream', 'event-stream'],
    ['text/event-stream;q=0.5, */*;q=0.8', 'json'],
  ])('answers a client that accepts %s', async (accept, form) => {
    const { body, headers } = message('2025-11-25', 'tools/list')
    const response = await fetch(`${cairn.url}/mcp`, {
      method: 'POST',
      headers: {
        ...headers,
        Authorization: `Bearer ${acme.token}`,
        'Content-Type': 'application/json',
        ...(accept === null ? {} : { Accept: accept }),
      },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain(form)
    expect(text.startsWith('event: message\ndata: {')).toBe(form === 'event-stream')
  })

  it('acknowledges a notification with nothing', async () => {
    const body = { jsonrpc: '2.0', method: 'notifications/initialized' }
    const response = await acme.send('POST', '/mcp', { body })
    expect([response.status, await response.text()]).toEqual([202, ''])
  })

  it('keeps no stream and no session: GET and DELETE are not allowed', async () => {
    for (const method of ['GET', 'DELETE']) {
      const response = await acme.send(method, '/mcp')
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'OPTIONS, POST'])
    }
  })

  it('wants a good token, and says where tokens come from', async () => {
    for (const authorization of [undefined, 'Bearer nothing']) {
      const { body } = message('2025-11-25', 'tools/list')
      const response = await fetch(`${cairn.url}/mcp`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...(authorization ? { authorization } : {}) },
        body: JSON.stringify(body),
      })
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toContain('/.well-known/oauth-protected-resource')
    }
  })

  it('refuses pages of other origins, and a name that is not this machine', async () => {
    const own = await ask('tools/list', {}, { headers: { Origin: cairn.url } })
    expect(own.status).toBe(200)
    const foreign = await ask('tools/list', {}, { headers: { Origin: 'https://evil.example' } })
    expect([foreign.status, foreign.body.code]).toEqual([403, 'origin_refused'])
  })

  it('refuses headers of the newest revision that say something else than the message', async () => {
    const wrong = await ask(
      'tools/list',
      {},
      { revision: '2026-07-28', headers: { 'Mcp-Method': 'tools/call' } },
    )
    expect([wrong.status, wrong.body.error.code]).toEqual([400, -32020])
  })

  it('works in one namespace, and only in one the token names', async () => {
    const one = await cairn.as('acme', { namespaces: ['one'] })
    const params = { name: 'search', arguments: { query: 'signing key' } }
    const { body, headers } = message('2025-11-25', 'tools/call', params)
    const found = await one.json('POST', '/mcp', { body, headers })
    expect(found.body.result.structuredContent.pointers).toEqual([])
    const other = await one.json('POST', '/mcp?namespace=default', { body, headers })
    expect([other.status, other.body.code]).toEqual([404, 'namespace_not_found'])
  })
})
