import { commitmentOf, verifyReceipt } from '@cairn/contract/receipts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bundleOpening } from './commitments.ts'
import { freshSalt, type ReceiptSigner } from './receipt-signer.ts'
import { signReceipt } from './receipt-statement.ts'
import { base64url, signingKey, signStatement } from './signing-key.ts'

const BUNDLES = 10_000

const pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair
const jwk = await crypto.subtle.exportKey('jwk', pair.privateKey)
const key = await signingKey(JSON.stringify({ ...jwk, kid: 'k' }))
const signer: ReceiptSigner = {
  tenant: 'acme',
  namespace: 'default',
  random: (bytes) => base64url(crypto.getRandomValues(new Uint8Array(bytes))),
  sign: (statement) => signStatement(statement, key),
}

const text = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((one) => one.isWellFormed())
const bundle = fc.record({
  id: fc.nat().map((n) => `r${n.toString(16)}`),
  record: fc
    .record({
      bundle: fc.record({ task_id: text, candidates: fc.array(text, { maxLength: 3 }) }),
      receipt: fc.record({
        budget_tokens: fc.nat(25_000),
        degraded_reasons: fc.array(text, { maxLength: 2 }),
      }),
    })
    .map((one) => JSON.stringify(one)),
  place: fc.nat(),
  by: fc.integer({ min: 1, max: 255 }),
})

test('of 10,000 bundles each signed receipt commits to the very bytes that are kept, and any changed byte of them opens nothing', async () => {
  for (const { id, record, place, by } of fc.sample(bundle, { numRuns: BUNDLES, seed: 7 })) {
    const opening = await bundleOpening({ id, record, salt: freshSalt(signer) })
    const request = { ns: 1, commitId: id, requestHash: '', at: 0, answer: '', signer }
    const changes = { written: [await commitmentOf(opening)] }
    const signed = await signReceipt(request, { operation: 'bundle', changes })
    const verified = await verifyReceipt(signed.text, [key.publicKey])
    expect(verified.ok && verified.statement.changes).toEqual(changes)
    const other = await bundleOpening({ ...opening, id, record: changed(record, place, by) })
    expect(changes.written).not.toContain(await commitmentOf(other))
  }
}, 300_000)

/** The text with one of its bytes changed. */
function changed(record: string, place: number, by: number): string {
  const bytes = new TextEncoder().encode(record)
  bytes[place % bytes.length]! ^= by
  return new TextDecoder('utf-8', { ignoreBOM: true, fatal: false }).decode(bytes)
}
