import { type OutsideRules, outsideRules } from '@cairn/http-kernel/outside-address'
import { type WriterBindings, type WriterEnv, writerBindings } from '@cairn/tenancy/writer-bindings'

/** The environment as `wrangler.jsonc` and the deployment's secrets make it. */
export interface Env extends WriterEnv {
  /** A JWKS of the public keys that signed receipts before the present one did. */
  readonly RECEIPT_KEYS?: string
  /** The hosts whose servers may answer for sources, comma-separated; none when empty. */
  readonly FEDERATION_HOSTS: string
  /** `allowed`: servers on this machine and network count as well. */
  readonly FEDERATION_PRIVATE?: string
}

/** What the operations of this Worker work with. */
export interface LibraryBindings extends WriterBindings {
  /** The text of `RECEIPT_KEYS`. */
  readonly formerReceiptKeys: string
  readonly outside: OutsideRules
  /** Waits a random part of so many milliseconds. */
  readonly pause: (millisecondsMax: number) => Promise<void>
}

/** Turns the environment into stores, clock and randomness. */
export function libraryBindings(env: Env): LibraryBindings {
  return {
    ...writerBindings(env),
    formerReceiptKeys: env.RECEIPT_KEYS ?? '{"keys":[]}',
    outside: outsideRules(env),
    pause: (millisecondsMax) =>
      new Promise((resolve) => setTimeout(resolve, Math.random() * millisecondsMax)),
  }
}
