import type { VerificationKey } from '@cairn/contract/receipts'
import type { Call, Reply } from '@cairn/http-kernel/call'
import type { LibraryBindings } from '../bindings.ts'

/** The public keys that receipts and checkpoints verify with (`GET /v1/receipts/keys`); anybody may keep them for five minutes. */
export async function receiptKeys(call: Call<LibraryBindings>): Promise<Reply> {
  const keys = await verificationKeys(call.bindings)
  return { body: { keys }, headers: { 'Cache-Control': 'public, max-age=300' } }
}

/** The key that signs now, then those that signed before; a key's private part is never among its members. */
export async function verificationKeys({
  receiptKey,
  formerReceiptKeys,
}: Pick<LibraryBindings, 'receiptKey' | 'formerReceiptKeys'>): Promise<VerificationKey[]> {
  const { keys } = JSON.parse(formerReceiptKeys) as { readonly keys: readonly VerificationKey[] }
  const present = await receiptKey()
  return [...(present === null ? [] : [present]), ...keys].map(({ kty, crv, kid, x }) => ({
    kty,
    crv,
    kid,
    x,
  }))
}
