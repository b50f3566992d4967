import { createHash } from 'node:crypto'
import { checkContextAnswer } from '@cairn/contract/context-answer'
import { STRATEGIES } from '@cairn/contract/operations/context'
import { commitmentOf, type Opening, type VerificationKey, verifyReceipt } from '@cairn/contract/receipts'
import { type Answer, type Speaker, startCairn, type TestCairn } from '@cairn/test-kit/start-cairn'
import { countTokens } from '@cairn/text/tokens'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let cairn: TestCairn
let acme: Speaker
let other: Speaker

/** A candidate or a body of an answer. */
interface Shown {
  readonly candidate_id: string
  readonly source_id: string
  readonly estimated_tokens: number
  readonly token_count: number
  readonly text: string
}

const source = (more: object = {}) => ({ capabilities: { search: true, exact_get: true }, ...more })
const documents = (all: readonly object[]) => all.map((one) => `${JSON.stringify(one)}\n`).join('')
const filler = (n: number) => `Paragraph ${n} tells at length what nobody asked about. `.repeat(12)

beforeAll(async () => {
  cairn = await startCairn()
  acme = await cairn.as('acme')
  other = await cairn.as('other')
  await acme.json('PUT', '/v1/sources/handbook', { body: source({ kinds: ['doc'] }) })
  await acme.send('POST', '/v1/sources/handbook/documents', {
    ndjson: documents([
      { id: 'keys', title: 'Keys', text: 'Rotate the signing key every 90 days.' },
      { id: 'tokens', text: 'A token is signed with the signing key and lives for 15 minutes.' },
      { id: 'twin', text: 'Old tokens are refused.', created_at: '2001-01-01T00:00:00Z' },
      ...Array.from({ length: 8 }, (_, n) => ({
        id: `long-${n}`,
        text: `The signing key of team ${n}. ${filler(n)}`,
      })),
    ]),
  })
  await acme.json('PUT', '/v1/sources/silent', { body: { capabilities: { search: false } } })
  await acme.json('POST', '/v1/sources/silent/documents', {
    body: { id: 'hidden', text: 'The signing key nobody may search for.' },
  })
  await acme.json('PUT', '/v1/facts/acme/works_at', { body: { value: 'Initech', confidence: 0.8 } })
  await acme.json('PUT', '/v1/sessions/chat-42/state', { body: { step: 3 } })
})
afterAll(() => cairn.stop())

const bundle = (members: object = {}, speaker = acme): Promise<Answer> =>
  speaker.json('POST', '/v1/context/bundles', {
    body: { task_id: 'rotate', query: 'rotate the signing key', budget_tokens: 2000, ...members },
  })

/** Every sum, name and reason that a bundle states, from what it was answered with. */
function recompute(answer: Answer['body']): void {
  expect(checkContextAnswer(answer, { countTokens })).toEqual([])
  if (answer.content === undefined) expect(answer.receipt.materialized_tokens).toBe(0)
}

describe('a bundle', () => {
  it('holds the best passages whole, with what they cost, and its receipt adds up', async () => {
    const { status, body } = await bundle()
    expect(status).toBe(200)
    recompute(body)
    expect(body.candidates[0]).toMatchObject({ source_id: 'handbook', kind: 'doc', relevance_milli: 1000 })
    expect(body.content[0]).toMatchObject({ tier: 'full', text: 'Rotate the signing key every 90 days.' })
    expect(body.bundle.coverage_milli).toBe(1000)
  })

  it.each(STRATEGIES)('by %s stays within every budget, whole answer counted', async (strategy) => {
    for (const budget_tokens of [400, 700, 1000, 2000, 5000, 25_000]) {
      const { status, body } = await bundle({ strategy, budget_tokens })
      expect(status).toBe(200)
      recompute(body)
      expect(countTokens(JSON.stringify(body))).toBeLessThanOrEqual(budget_tokens)
    }
  })

  it('that holds not even an empty answer is refused with the least that would do', async () => {
    const { status, body } = await bundle({ budget_tokens: 64 })
    expect([status, body.code]).toEqual([400, 'budget_too_small'])
    const least = Number(/at least (\d+)/.exec(body.errors[0].message)![1])
    expect((await bundle({ budget_tokens: least })).status).toBe(200)
  })

  it('is the same bytes when nothing changed', async () => {
    expect((await bundle()).body).toEqual((await bundle()).body)
  })

  it('leaves bodies out where they are not wanted, and says what reading them costs', async () => {
    const { body } = await bundle({ content: false })
    recompute(body)
    expect(body).not.toHaveProperty('content')
    expect(body.bundle.total_tokens).toBeGreaterThan(0)
    const refs = body.bundle.candidates
    const read = await acme.json('POST', '/v1/query/fetch-content', { body: { refs, hydrate: 'full' } })
    expect(read.body.content).toHaveLength(refs.length)
  })

  it('asks a source without `search` nothing, and one that is named alone', async () => {
    const all = await bundle({ budget_tokens: 25_000 })
    expect(JSON.stringify(all.body)).not.toContain('nobody may search')
    const named = await bundle({ sources: ['handbook'] })
    expect(named.body.receipt.sources_used).toEqual(['handbook'])
    const absent = await bundle({ sources: ['handbook', 'nobody'] })
    expect([absent.status, absent.body.code, absent.body.errors[0].pointer]).toEqual([
      404,
      'source_not_found',
      '/sources/1',
    ])
  })

  it('has the fact that a slug names, as sure as it is', async () => {
    const { body } = await bundle({ query: 'acme/works_at' })
    const fact = body.candidates.find((one: Shown) => one.source_id === 'cairn:facts')
    expect(fact).toMatchObject({ kind: 'fact', confidence_milli: 800, relevance_milli: 1000 })
    expect(body.content.map((one: Shown) => one.text)).toContain('acme works_at: Initech')
  })

  it('has the facts that a question is about', async () => {
    const { body } = await bundle({ query: 'where does acme work?', strategy: 'minimal' })
    const [fact] = body.candidates
    expect(fact).toMatchObject({ source_id: 'cairn:facts', kind: 'fact', confidence_milli: 800 })
    expect(body.content[0].text).toBe('acme works_at: Initech')
  })

  it('has the state of the session that a text names', async () => {
    const { body } = await bundle({ query: 'chat-42' })
    expect(body.candidates[0]).toMatchObject({ candidate_id: 'cairn:sessions/chat-42', kind: 'session' })
    expect(body.content[0].text).toBe('{"step":3}')
  })

  it('names a fact so that it can be read', async () => {
    const { body } = await bundle({ query: 'where does acme work?', sources: ['cairn:facts'] })
    const refs = body.bundle.candidates
    expect(refs).toHaveLength(1)
    const read = await acme.json('POST', '/v1/query/fetch-content', { body: { refs, hydrate: 'full' } })
    expect(read.body.content[0].text).toBe('Initech')
  })

  it('has the passage that a pointer names', async () => {
    const { body } = await bundle({ content: false })
    const pointer = body.bundle.candidates[0]
    const named = await bundle({ query: pointer })
    expect(named.body.bundle.candidates[0]).toBe(pointer)
  })

  it('needs the scope, and reads through the scopes of the caller alone', async () => {
    const without = await cairn.as('acme', { scopes: ['query:read'] })
    expect((await bundle({}, without)).body.code).toBe('insufficient_scope')
    const narrow = await cairn.as('acme', { scopes: ['context:run'] })
    const { status, body } = await bundle({}, narrow)
    expect(status).toBe(200)
    expect(body.bundle.candidates).toEqual([])
    expect(body.receipt.degraded_reasons).toContain('source_unavailable:handbook')
  })
})

it('of some hundreds of bundles none costs more than its budget, whatever is asked and how', async () => {
  const asked = fc.record({
    query: fc
      .array(
        fc.constantFrom('rotate', 'signing', 'key', 'team', '3', 'paragraph', 'token', 'acme/works_at'),
        {
          minLength: 1,
          maxLength: 6,
        },
      )
      .map((words) => words.join(' ')),
    budget_tokens: fc.integer({ min: 64, max: 4000 }),
    strategy: fc.constantFrom(...STRATEGIES),
    content: fc.boolean(),
  })
  let answered = 0
  for (const members of fc.sample(asked, 250)) {
    const { status, body, headers } = await bundle(members)
    if (status === 400 && body.code === 'budget_too_small') continue
    expect(status).toBe(200)
    recompute(body)
    expect(countTokens(JSON.stringify(body)), JSON.stringify(members)).toBeLessThanOrEqual(
      members.budget_tokens,
    )
    expect(headers.get('Receipt')).toMatch(/^r/)
    if (answered % 10 === 0) await expectSigned(body.receipt.receipt_id)
    answered += 1
  }
  expect(answered).toBeGreaterThan(150)
})

/**
 * Verifies without believing the service that the signed receipt of a bundle is of exactly the bytes that its receipt is read as, and
 * that one changed byte, of the bundle or of the signed receipt, is found.
 */
async function expectSigned(id: string): Promise<void> {
  const read = await acme.send('GET', `/v1/context/receipts/${id}`)
  const bytes = Buffer.from(await read.arrayBuffer())
  const signed = `/v1/receipts/${read.headers.get('Receipt')}`
  const text = await (await acme.send('GET', signed)).text()
  const { keys } = (await acme.json('GET', '/v1/receipts/keys')).body as { keys: VerificationKey[] }
  const { openings } = (await acme.json('GET', `${signed}/verification`)).body as { openings: Opening[] }
  const verified = await verifyReceipt(text, keys)
  expect(verified).toMatchObject({ ok: true, statement: { operation: 'bundle' } })
  expect(openings).toMatchObject([{ kind: 'context_bundle', name: id, hash: sha256(bytes) }])
  expect(text).toContain(await commitmentOf(openings[0]!))
  bytes[bytes.length >> 1]! ^= 1
  expect(text).not.toContain(await commitmentOf({ ...openings[0]!, hash: sha256(bytes) }))
  const at = text.indexOf('sha256:') + 10
  const changed = `${text.slice(0, at)}${text[at] === '0' ? '1' : '0'}${text.slice(at + 1)}`
  expect((await verifyReceipt(changed, keys)).ok).toBe(false)
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('a receipt', () => {
  it('is signed: its signed receipt is named beside the bundle and beside the receipt, and is of its very bytes', async () => {
    const { body, headers } = await bundle({ task_id: 'signed' })
    const { receipt_id } = body.receipt
    const read = await acme.json('GET', `/v1/context/receipts/${receipt_id}`)
    expect(headers.get('Receipt')).toMatch(/^r/)
    expect(read.headers.get('Receipt')).toBe(headers.get('Receipt'))
    await expectSigned(receipt_id)
  })

  it('is signed once: the same question again is told of the same signed receipt', async () => {
    const first = await bundle({ task_id: 'twice' })
    const second = await bundle({ task_id: 'twice' })
    expect(second.headers.get('Receipt')).toBe(first.headers.get('Receipt'))
    expect(second.headers.get('Receipt')).not.toBe((await bundle()).headers.get('Receipt'))
  })

  it('is in the log of the namespace after the next step of maintenance', async () => {
    const { headers } = await bundle({ task_id: 'logged' })
    await acme.json('POST', '/v1/maintenance/step')
    const shown = await acme.json('GET', `/v1/receipts/${headers.get('Receipt')}/verification`)
    expect(shown.body).toMatchObject({ verdict: 'verified', code: null })
  })

  it('is read as it was answered, without the bodies', async () => {
    const { content: _, ...record } = (await bundle()).body
    const read = await acme.json('GET', `/v1/context/receipts/${record.receipt.receipt_id}`)
    expect([read.status, read.body]).toEqual([200, record])
  })

  it('of another tenant is not there, like one that never was', async () => {
    const { receipt } = (await bundle()).body
    for (const id of [receipt.receipt_id, `r${'0'.repeat(32)}`]) {
      const read = await other.json('GET', `/v1/context/receipts/${id}`)
      expect([read.status, read.body.code]).toEqual([404, 'bundle_not_found'])
    }
  })

  it('is written by the service alone: no front door leads there', async () => {
    const { content: _, ...record } = (await bundle()).body
    const { receipt_id } = record.receipt
    const forged = await acme.json('PUT', `/v1/context/receipts/${receipt_id}`, { body: record })
    expect(forged.status).toBe(405)
    expect((await acme.json('GET', '/v1/context/sources')).status).toBe(404)
  })
})

describe('a bundle says what is amiss:', () => {
  const reasons = async (members: object, speaker = acme): Promise<string[]> => {
    const { body } = await bundle(members, speaker)
    recompute(body)
    return body.receipt.degraded_reasons
  }

  it('no_candidates and low_coverage where nothing is found', async () => {
    expect(await reasons({ query: 'zorblatt' })).toEqual(['low_coverage', 'no_candidates'])
  })

  it('budget_exhausted where something found does not fit', async () => {
    expect(await reasons({ budget_tokens: 600 })).toContain('budget_exhausted')
  })

  it('nothing where all is well', async () => {
    expect(await reasons({ strategy: 'minimal' })).toEqual([])
  })

  it('stale_candidates where something chosen is older than is typical of its source', async () => {
    const age = { body: source({ freshness_typical_ms: 86_400_000 }) }
    await acme.json('PUT', '/v1/sources/dated', age)
    const text = 'Quarterly zinnia figures.'
    const at = { created_at: '2001-01-01T00:00:00Z' }
    await acme.json('POST', '/v1/sources/dated/documents', { body: { id: 'old', text, ...at } })
    expect(await reasons({ query: 'zinnia' })).toEqual(['stale_candidates'])
    await acme.json('POST', '/v1/sources/dated/documents', { body: { id: 'old', text } })
    expect(await reasons({ query: 'zinnia' })).toEqual([])
  })
})

it('dear sources are asked when the others leave much uncovered, and when they are named', async () => {
  await acme.json('PUT', '/v1/sources/dear', { body: source({ cost_class: 'high' }) })
  await acme.json('POST', '/v1/sources/dear/documents', {
    body: { id: 'a', text: 'Signing keys of zebrawood are rotated by hand.' },
  })
  const used = async (members: object) => (await bundle(members)).body.receipt.sources_used
  expect(await used({})).not.toContain('dear')
  expect(await used({ query: 'zebrawood' })).toEqual(['dear'])
  expect(await used({ sources: ['handbook', 'dear'] })).toContain('dear')
})

describe('the changes of a source', () => {
  const changes = (since?: string) =>
    acme.json('GET', `/v1/sources/told/changes${since === undefined ? '' : `?since=${since}`}`)
  const put = (id: string, text: string) =>
    acme.json('POST', '/v1/sources/told/documents', { body: { id, text } })

  it('are told where the manifest has `delta_sync`, each document once at its last change', async () => {
    await acme.json('PUT', '/v1/sources/told', { body: source() })
    expect((await changes()).body.code).toBe('changes_not_told')
    const capabilities = { search: true, delta_sync: true }
    await acme.json('PUT', '/v1/sources/told', { body: { capabilities } })
    for (const id of ['a', 'b', 'c']) await put(id, `Text of ${id}.`)
    const first = (await changes()).body
    expect(first.changes.map((one: { id: string }) => one.id)).toEqual(['a', 'b', 'c'])
    expect((await changes(first.until)).body.changes).toEqual([])
    await put('a', 'Another text of a.')
    await acme.json('DELETE', '/v1/sources/told/documents/b')
    const next = (await changes(first.until)).body
    expect(next.changes).toMatchObject([
      { id: 'a', change: 'written' },
      { id: 'b', change: 'deleted' },
    ])
    expect((await changes(next.until)).body).toMatchObject({ changes: [], more: false })
  })

  it('come in whole commits, and every document comes once over all of them', async () => {
    const many = Array.from({ length: 1500 }, (_, n) => ({ id: `m${n}`, text: `Text ${n}.` }))
    await acme.send('POST', '/v1/sources/told/documents', { ndjson: documents(many) }).then((r) => r.text())
    const seen: string[] = []
    let since: string | undefined
    for (let more = true; more; ) {
      const { body } = await changes(since)
      seen.push(...body.changes.map((one: { id: string }) => one.id))
      since = body.until
      more = body.more
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.filter((id) => id.startsWith('m'))).toHaveLength(1500)
  })

  it('of before a restore begin again', async () => {
    const { status, body } = await changes('another.1')
    expect([status, body.code]).toEqual([410, 'cursor_expired'])
  })
})
