import { type MemoryBindings, type MemoryEnv, memoryBindings } from '@cairn/tenancy/memory-bindings'

/** The environment as `wrangler.jsonc` and the deployment's secrets make it. */
export type Env = MemoryEnv

/** What the operations of this Worker work with. */
export interface LibraryBindings extends MemoryBindings {
  /** Waits a random part of so many milliseconds. */
  readonly pause: (millisecondsMax: number) => Promise<void>
}

/** Turns the environment into stores, clock and randomness. */
export function libraryBindings(env: Env): LibraryBindings {
  return {
    ...memoryBindings(env),
    pause: (millisecondsMax) =>
      new Promise((resolve) => setTimeout(resolve, Math.random() * millisecondsMax)),
  }
}
