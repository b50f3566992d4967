import { type MemoryBindings, type MemoryEnv, memoryBindings } from '@cairn/tenancy/memory-bindings'

/** What wrangler.jsonc, and the secrets of an environment, give this Worker. */
export type Env = MemoryEnv

/** The store, the secrets and the randomness the operations work with. */
export type FactsBindings = MemoryBindings

export const bindings = memoryBindings
