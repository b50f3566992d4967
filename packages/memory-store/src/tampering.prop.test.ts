import { verifyReceipt } from '@cairn/contract/receipts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ReceiptSigner } from './receipt-signer.ts'
import { signReceipt } from './receipt-statement.ts'
import { base64url, signingKey, signStatement } from './signing-key.ts'

const RECEIPTS = 1000

const pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair
const jwk = await crypto.subtle.exportKey('jwk', pair.privateKey)
const key = await signingKey(JSON.stringify({ ...jwk, kid: 'k' }))
const signer: ReceiptSigner = {
  tenant: 'acme',
  namespace: 'default',
  random: (bytes) => base64url(crypto.getRandomValues(new Uint8Array(bytes))),
  sign: (statement) => signStatement(statement, key),
}

const digest = fc
  .array(fc.constantFrom(...'0123456789abcdef'), { minLength: 64, maxLength: 64 })
  .map((digits): `sha256:${string}` => `sha256:${digits.join('')}`)
const commit = fc.record({
  commitId: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
  at: fc.integer({ min: 0, max: 4_102_444_800_000 }),
  written: fc.array(digest, { maxLength: 2 }),
  retired: fc.array(digest, { maxLength: 1 }),
})

test('every change of any one byte of any receipt is found, at every byte of a thousand of them', async () => {
  let changes = 0
  for (const { commitId, at, ...changed } of fc.sample(commit, { numRuns: RECEIPTS, seed: 11 })) {
    const request = { ns: 1, commitId, requestHash: '', at, answer: '', signer }
    const { text } = await signReceipt(request, { operation: 'documents', changes: changed })
    expect((await verifyReceipt(text, [key.publicKey])).ok).toBe(true)
    const missed = await missedChanges(new TextEncoder().encode(text))
    expect(missed, text).toEqual([])
    changes += text.length
  }
  expect(changes).toBeGreaterThan(400 * RECEIPTS)
}, 300_000)

/** The places at which a changed byte goes unnoticed; each byte is changed in its own way. */
async function missedChanges(stored: Uint8Array): Promise<number[]> {
  const verdicts = Array.from(stored, async (byte, at) => {
    const changed = stored.slice()
    changed[at] = byte ^ (1 + ((at * 31 + byte) % 255))
    const told = new TextDecoder('utf-8', { ignoreBOM: true, fatal: false }).decode(changed)
    return (await verifyReceipt(told, [key.publicKey])).ok ? [at] : []
  })
  return (await Promise.all(verdicts)).flat()
}
