import { type MemoryBindings, type MemoryEnv, memoryBindings } from '@cairn/tenancy/memory-bindings'
import { SEAL_BOUNDS, type SealBounds } from './maintenance/choose-seal.ts'

/** The environment as `wrangler.jsonc` and the deployment's secrets make it. */
export interface Env extends MemoryEnv {
  /** Holds the chunks of sealed segments. */
  readonly SEGMENTS: KVNamespace
  /** The newest segment format that is written: 1 while a reader is deployed that does not know 2; 2 when absent. */
  readonly WRITE_FORMAT?: string
}

/** What the operations of this Worker work with. */
export interface LibraryBindings extends MemoryBindings {
  readonly segments: KVNamespace
  /** When segments are sealed, that is written to KV in format 2; null: never. */
  readonly sealBounds: SealBounds | null
  /** Waits a random part of so many milliseconds. */
  readonly pause: (millisecondsMax: number) => Promise<void>
}

/** Turns the environment into stores, clock and randomness. */
export function libraryBindings(env: Env): LibraryBindings {
  return {
    ...memoryBindings(env),
    segments: env.SEGMENTS,
    sealBounds: env.WRITE_FORMAT === '2' ? SEAL_BOUNDS : null,
    pause: (millisecondsMax) =>
      new Promise((resolve) => setTimeout(resolve, Math.random() * millisecondsMax)),
  }
}
