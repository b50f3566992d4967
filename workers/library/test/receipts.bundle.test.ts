import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  checkpointConsistency,
  commitmentOf,
  receiptInLog,
  type VerificationKey,
  verifyReceipt,
} from '@cairn/contract/receipts'
import { type Speaker, startCairn, type TestCairn } from '@cairn/test-kit/start-cairn'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let cairn: TestCairn
let keys: readonly VerificationKey[]
beforeAll(async () => {
  cairn = await startCairn()
  const { body } = await (await cairn.as('anybody')).json('GET', '/v1/receipts/keys')
  keys = body.keys
})
afterAll(() => cairn?.stop())

const step = (speaker: Speaker) => speaker.json('POST', '/v1/maintenance/step')

async function withSource(tenant: string): Promise<Speaker> {
  const speaker = await cairn.as(tenant)
  await speaker.json('PUT', '/v1/sources/s', { body: {} })
  return speaker
}
const add = (speaker: Speaker, document: object, headers: Record<string, string> = {}) =>
  speaker.json('POST', '/v1/sources/s/documents', { body: document, headers })

describe('writes', () => {
  it('answer with the receipt of their commit, a repeat with the same one, unchanged documents with that of their commit', async () => {
    const speaker = await withSource('answers')
    const key = { 'idempotency-key': 'k' }
    const created = await add(speaker, { id: 'a', text: 'one' }, key)
    const { receipt } = created.body
    expect(receipt).toMatch(/^r[\w-]{16}$/)
    expect((await add(speaker, { id: 'a', text: 'one' }, key)).body).toEqual(created.body)
    expect((await add(speaker, { id: 'a', text: 'one' })).body).toMatchObject({
      status: 'unchanged',
      receipt,
    })
    const lines = await speaker.send('POST', '/v1/sources/s/documents', {
      ndjson: '{"id":"a","text":"one"}\n{"id":"b","text":"two"}\n{"id":"c"}\n',
    })
    const [a, b, c] = (await lines.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect([a.receipt, c.receipt]).toEqual([receipt, null])
    expect(b.receipt).not.toBe(receipt)
    const deleted = await speaker.json('DELETE', '/v1/sources/s/documents/b')
    const fact = await speaker.json('PUT', '/v1/facts/acme/phone', { body: { value: 1 } })
    const session = await speaker.json('PUT', '/v1/sessions/s/state', { body: 1 })
    const gone = await speaker.json('DELETE', '/v1/sessions/s/state')
    const all = [receipt, b.receipt, ...[deleted, fact, session, gone].map(({ body }) => body.receipt)]
    expect(new Set(all).size).toBe(6)
    await step(speaker)
    for (const id of all) {
      const { body } = await speaker.json('GET', `/v1/receipts/${id}/verification`)
      expect(body, id).toMatchObject({ receipt_id: id, verdict: 'verified', code: null })
    }
  })

  it('of research name their receipt in a header, for their body is the document; what wrote nothing names none', async () => {
    const speaker = await cairn.as('researcher')
    const source = {
      kind: 'web',
      title: 'Ledger',
      classification: 'primary',
      retrieved_at: '2026-11-30T09:30:00Z',
      uri: 'https://example.org/ledger',
      provenance: { origin: 'user' },
    }
    const stored = await speaker.json('PUT', '/v1/research/sources/ledger', { body: source })
    expect(stored.status, JSON.stringify(stored.body)).toBeLessThan(300)
    const again = await speaker.json('PUT', '/v1/research/sources/ledger', { body: stored.body })
    const deleted = await speaker.json('DELETE', '/v1/research/sources/ledger')
    const [first, none, second] = [stored, again, deleted].map(({ headers }) => headers.get('receipt'))
    expect(none).toBe(null)
    const { body } = await speaker.json('GET', `/v1/receipts/${first}`)
    expect(body.statement).toMatchObject({ operation: 'research', receipt_id: first })
    const verified = await speaker.json('GET', `/v1/receipts/${second}/verification`)
    expect(verified.body.openings).toMatchObject([{ kind: 'research_source', name: 'ledger', hash: '' }])
  })

  it('are refused as a whole, and say why, where no usable key is configured; the service says that it is not ready', async () => {
    const keyless = await startCairn({ variables: { RECEIPT_KEY: '' } })
    try {
      const speaker = await keyless.as('acme')
      await speaker.json('PUT', '/v1/sources/s', { body: {} })
      for (const [method, address, body] of [
        ['POST', '/v1/sources/s/documents', { id: 'a', text: 'one' }],
        ['PUT', '/v1/facts/acme/phone', { value: 1 }],
        ['PUT', '/v1/sessions/s/state', 1],
      ] as const) {
        const { status, body: problem } = await speaker.json(method, address, { body })
        expect([status, problem.code]).toEqual([503, 'unavailable'])
        expect(problem.detail).toContain('RECEIPT_KEY')
      }
      const { body: spaces } = await speaker.json('GET', '/v1/namespaces')
      expect(spaces.namespaces).toMatchObject([{ version: 0, documents: 0, facts: 0 }])
      const ready = await speaker.json('GET', '/ready')
      const { errors } = ready.body
      expect(ready.status).toBe(503)
      expect(errors.map((one: { pointer: string }) => one.pointer)).toEqual(['facts', 'library'])
    } finally {
      await keyless.stop()
    }
  })
})

describe('a receipt', () => {
  it('comes as it was signed, and verifies offline with what its verification hands over', async () => {
    const speaker = await withSource('offline')
    const { body: line } = await add(speaker, { id: 'a', text: 'one' })
    const stored = await (await speaker.send('GET', `/v1/receipts/${line.receipt}`)).text()
    expect(await verifyReceipt(stored, keys)).toMatchObject({ ok: true })
    const pending = await speaker.json('GET', `/v1/receipts/${line.receipt}/verification`)
    expect(pending.body).toMatchObject({ verdict: 'pending', receipt: stored, checkpoint: null, proof: null })
    await step(speaker)
    const { body } = await speaker.json('GET', `/v1/receipts/${line.receipt}/verification`)
    expect(body).toMatchObject({ verdict: 'verified', receipt: stored })
    const { receipt, checkpoint, proof, openings } = body
    const verified = await receiptInLog({ receipt, checkpoint, proof, keys })
    expect(verified).toMatchObject({ ok: true, receipt: { namespace: 'default', tenant: 'offline' } })
    expect(openings).toMatchObject([{ kind: 'document', name: 's/a' }])
    expect(JSON.parse(stored).statement.changes.written).toEqual([await commitmentOf(openings[0])])
  })

  it('is refuted once a byte of it, of its log or of its checkpoint is changed in the database', async () => {
    const speaker = await withSource('tampered')
    const ids: string[] = []
    for (let n = 0; n < 4; n += 1) ids.push((await add(speaker, { id: `d${n}`, text: `t${n}` })).body.receipt)
    await step(speaker)
    const database = await cairn.miniflare.getD1Database('MEMORY_0', 'cairn-library')
    const space = "ns = (SELECT ns FROM namespace WHERE tenant = 'tampered')"
    const verdict = async (id: string) => {
      const { body } = await speaker.json('GET', `/v1/receipts/${id}/verification`)
      return [body.verdict, body.code]
    }
    expect(await verdict(ids[1]!)).toEqual(['verified', null])
    const change = (sql: string) => database.prepare(sql).run()
    await change(
      `UPDATE receipt SET text = replace(text, '"operation":"documents"', '"operation":"document"') WHERE id = '${ids[1]}'`,
    )
    expect(await verdict(ids[1]!)).toEqual(['refuted', 'hash_mismatch'])
    const other = `(SELECT text FROM receipt WHERE id = '${ids[2]}')`
    await change(`UPDATE receipt SET text = ${other} WHERE id = '${ids[1]}'`)
    expect(await verdict(ids[1]!)).toEqual(['refuted', 'not_included'])
    expect(await verdict(ids[0]!)).toEqual(['verified', null])
    await change(`UPDATE receipt_tile SET hashes = '00' || substr(hashes, 3) WHERE ${space}`)
    expect(await verdict(ids[2]!)).toEqual(['refuted', 'not_included'])
    await change(`UPDATE receipt_checkpoint SET text = replace(text, '"size":4', '"size":5') WHERE ${space}`)
    expect(await verdict(ids[0]!)).toEqual(['refuted', 'hash_mismatch'])
  })

  it('that is unknown, or of another tenant, is receipt_not_found', async () => {
    const speaker = await withSource('mine')
    const { body } = await add(speaker, { id: 'a', text: 'one' })
    const stranger = await cairn.as('stranger')
    for (const [asker, id] of [
      [speaker, 'rnone'],
      [stranger, body.receipt],
    ] as const)
      for (const end of ['', '/verification']) {
        const answer = await asker.json('GET', `/v1/receipts/${id}${end}`)
        expect([answer.status, answer.body.code]).toEqual([404, 'receipt_not_found'])
      }
  })
})

describe('checkpoints', () => {
  it('are signed by maintenance as the log grows, and prove that what an earlier one had is still there', async () => {
    const speaker = await withSource('growing')
    for (let n = 0; n < 3; n += 1) {
      await add(speaker, { id: `d${n}`, text: `t${n}` })
      await step(speaker)
    }
    const all = (await speaker.json('GET', '/v1/receipts/checkpoints')).body
    expect(all.consistency).toBe(null)
    expect(all.checkpoints.map((text: string) => JSON.parse(text).statement.size)).toEqual([3, 2, 1])
    const { body } = await speaker.json('GET', '/v1/receipts/checkpoints?since=2&limit=1')
    const { first, second, hashes } = body.consistency
    expect([first, second]).toEqual([2, 3])
    const grown = { first: all.checkpoints[1], second: body.checkpoints[0], hashes, keys }
    expect(await checkpointConsistency(grown)).toMatchObject({ ok: true })
    const later = await speaker.json('GET', '/v1/receipts/checkpoints?since=4')
    expect([later.status, later.body.code]).toEqual([400, 'invalid_parameter'])
  })

  it('of a namespace that nothing was written to are none', async () => {
    const speaker = await cairn.as('nobody')
    const { body } = await speaker.json('GET', '/v1/receipts/checkpoints')
    expect(body).toEqual({ checkpoints: [], consistency: null })
    expect((await speaker.json('GET', '/v1/receipts/checkpoints?since=1')).status).toBe(400)
  })
})

describe('keys', () => {
  it('are public, may be kept by caches, and hold nothing private', async () => {
    const response = await fetch(`${cairn.url}/v1/receipts/keys`)
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'public, max-age=300'])
    const text = await response.text()
    expect(Object.keys(JSON.parse(text).keys[0]).sort()).toEqual(['crv', 'kid', 'kty', 'x'])
    expect(text).not.toContain(cairn.identity.receiptKey.d)
  })

  it('rotate: what a former key signed stays verifiable while its public half is named, and no longer', async () => {
    const persistTo = mkdtempSync(path.join(tmpdir(), 'cairn-rotation-'))
    const first = await startCairn({ persistTo })
    const before = first.identity
    const after = { ...before, receiptKey: { ...cairn.identity.receiptKey, kid: 'next' } }
    const writer = await first.as('acme')
    await writer.json('PUT', '/v1/sources/s', { body: {} })
    const old = (await add(writer, { id: 'a', text: 'one' })).body.receipt
    await first.stop()
    const verdictWith = async (variables: Record<string, string>) => {
      const next = await startCairn({ identity: after, persistTo, variables })
      try {
        const speaker = await next.as('acme')
        const fresh = (await add(speaker, { id: `b${Math.random()}`, text: 'two' })).body.receipt
        await step(speaker)
        const seen = [old, fresh].map((id) => speaker.json('GET', `/v1/receipts/${id}/verification`))
        return (await Promise.all(seen)).map(({ body }) => [body.verdict, body.code])
      } finally {
        await next.stop()
      }
    }
    const { d: _private, ...former } = before.receiptKey
    expect(await verdictWith({ RECEIPT_KEYS: JSON.stringify({ keys: [former] }) })).toEqual([
      ['verified', null],
      ['verified', null],
    ])
    expect(await verdictWith({})).toEqual([
      ['refuted', 'unknown_key'],
      ['verified', null],
    ])
  })
})
