import { type OutsideRules, outsideRules } from '@cairn/http-kernel/outside-address'
import { type MemoryBindings, type MemoryEnv, memoryBindings } from '@cairn/tenancy/memory-bindings'

/** The environment as `wrangler.jsonc` and the deployment's secrets make it. */
export interface Env extends MemoryEnv {
  /** The hosts whose servers may answer for sources, comma-separated; none when empty. */
  readonly FEDERATION_HOSTS: string
  /** `allowed`: servers on this machine and network count as well. */
  readonly FEDERATION_PRIVATE?: string
}

/** What the operations of this Worker work with. */
export interface LibraryBindings extends MemoryBindings {
  readonly outside: OutsideRules
  /** Waits a random part of so many milliseconds. */
  readonly pause: (millisecondsMax: number) => Promise<void>
}

/** Turns the environment into stores, clock and randomness. */
export function libraryBindings(env: Env): LibraryBindings {
  return {
    ...memoryBindings(env),
    outside: outsideRules(env),
    pause: (millisecondsMax) =>
      new Promise((resolve) => setTimeout(resolve, Math.random() * millisecondsMax)),
  }
}
