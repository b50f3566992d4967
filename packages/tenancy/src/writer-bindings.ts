import type { VerificationKey } from '@cairn/contract/receipts'
import { Problem } from '@cairn/http-kernel/problem'
import type { Namespace } from '@cairn/memory-store/namespace'
import type { ReceiptSigner } from '@cairn/memory-store/receipt-signer'
import { base64url, type SigningKey, signingKey, signStatement } from '@cairn/memory-store/signing-key'
import { type MemoryBindings, type MemoryEnv, memoryBindings } from './memory-bindings.ts'

/** What a Worker that writes has beside those that read: the key that signs its receipts. */
export interface WriterEnv extends MemoryEnv {
  /** A private Ed25519 JWK with a `kid`. */
  readonly RECEIPT_KEY?: string
}

/** What operations that write work with. */
export interface WriterBindings extends MemoryBindings {
  /** Signs for a namespace. Without a usable key every write is `unavailable` and nothing is written. */
  readonly signerOf: (namespace: Pick<Namespace, 'tenant' | 'name'>) => ReceiptSigner
  /** The public half of the key that signs; null without one. */
  readonly receiptKey: () => Promise<VerificationKey | null>
}

/** Turns the environment of a Worker that writes into store, randomness and signers. */
export function writerBindings(env: WriterEnv): WriterBindings {
  const memory = memoryBindings(env)
  const key = () => usableKey(env.RECEIPT_KEY)
  return {
    ...memory,
    signerOf: ({ tenant, name }) => ({
      tenant,
      namespace: name,
      random: (bytes) => base64url(crypto.getRandomValues(new Uint8Array(bytes))),
      sign: async (statement) => signStatement(statement, (await key()) ?? refuseUnsigned()),
    }),
    receiptKey: async () => (await key())?.publicKey ?? null,
    ready: async () => [
      ...((await memory.ready?.()) ?? []),
      ...((await key()) === null ? ['RECEIPT_KEY'] : []),
    ],
  }
}

let known: { readonly jwk: string | undefined; readonly key: Promise<SigningKey | null> } | undefined

/** The key of the environment, made once in an isolate; null when it is none. */
function usableKey(jwk: string | undefined): Promise<SigningKey | null> {
  if (known?.jwk !== jwk || known === undefined) known = { jwk, key: signingKey(jwk).catch(() => null) }
  return known.key
}

function refuseUnsigned(): never {
  throw new Problem(
    'unavailable',
    'No usable key signs receipts here (`RECEIPT_KEY`), so nothing was written.',
  )
}
