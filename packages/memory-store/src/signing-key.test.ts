import { verifyReceipt } from '@cairn/contract/receipts'
import { expect, test } from 'vitest'
import { signingKey, signStatement } from './signing-key.ts'

const pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair
const jwk = { ...(await crypto.subtle.exportKey('jwk', pair.privateKey)), kid: 'k1' }

test('what a key signs is what the contract verifies, byte for byte', async () => {
  const key = await signingKey(JSON.stringify(jwk))
  const text = await signStatement(
    { namespace: 'ü', type: 'cairn.receipt.v1', receipt_id: 'r', commit_id: 'c' },
    key,
  )
  expect(await verifyReceipt(text, [key.publicKey])).toMatchObject({
    ok: true,
    statement: { namespace: 'ü' },
  })
  expect(Object.keys(key.publicKey).sort()).toEqual(['crv', 'kid', 'kty', 'x'])
})

test.each([
  ['nothing', undefined],
  ['an empty text', ''],
  ['no JSON', 'key'],
  ['a public key', JSON.stringify({ ...jwk, d: undefined })],
  ['a key without a name', JSON.stringify({ ...jwk, kid: undefined })],
  ['another curve', JSON.stringify({ ...jwk, crv: 'X25519' })],
  ['bytes of another length', JSON.stringify({ ...jwk, d: 'AA' })],
])('%s is no signing key, and the error shows nothing of it', async (_, text) => {
  const error = await signingKey(text).catch((failure: Error) => failure)
  expect(error).toBeInstanceOf(TypeError)
  expect((error as Error).message).toBe('expected a private Ed25519 JWK with a kid')
})
