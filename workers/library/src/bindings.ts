import type { AiBinding } from '@cairn/embedder/embed-texts'
import { type OutsideRules, outsideRules } from '@cairn/http-kernel/outside-address'
import { type WriterBindings, type WriterEnv, writerBindings } from '@cairn/tenancy/writer-bindings'
import { SEAL_BOUNDS, type SealBounds } from './maintenance/choose-seal.ts'

/** The environment as `wrangler.jsonc` and the deployment's secrets make it. */
export interface Env extends WriterEnv {
  /** Holds the chunks of sealed segments. */
  readonly SEGMENTS: KVNamespace
  /** Workers AI, where the deployment has it. */
  readonly AI?: AiBinding
  /** The newest segment format that is written: 1 while a reader is deployed that does not know 2; 2 when absent. */
  readonly WRITE_FORMAT?: string
  /** How long after its last chunk a sealed segment may be named; 120 when absent. KV may answer for a minute that a key is missing. */
  readonly NAMED_AFTER_SECONDS?: string
  /** A JWKS of the public keys that signed receipts before the present one did. */
  readonly RECEIPT_KEYS?: string
  /** The hosts whose servers may answer for sources, comma-separated; none when empty. */
  readonly FEDERATION_HOSTS: string
  /** `allowed`: servers on this machine and network count as well. */
  readonly FEDERATION_PRIVATE?: string
}

/** What the operations of this Worker work with. */
export interface LibraryBindings extends WriterBindings {
  readonly segments: KVNamespace
  /** Makes vectors; null: no model can be named as an embedder. */
  readonly ai: AiBinding | null
  /** When segments are sealed, that is written to KV in format 2; null: never. */
  readonly sealBounds: SealBounds | null
  readonly namedAfterMs: number
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
    segments: env.SEGMENTS,
    ai: env.AI ?? null,
    sealBounds: env.WRITE_FORMAT === '1' ? null : SEAL_BOUNDS,
    namedAfterMs: Number(env.NAMED_AFTER_SECONDS ?? 120) * 1000,
    formerReceiptKeys: env.RECEIPT_KEYS ?? '{"keys":[]}',
    outside: outsideRules(env),
    pause: (millisecondsMax) =>
      new Promise((resolve) => setTimeout(resolve, Math.random() * millisecondsMax)),
  }
}
