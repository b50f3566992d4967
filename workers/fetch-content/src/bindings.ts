import { type MemoryBindings, type MemoryEnv, memoryBindings } from '@cairn/tenancy/memory-bindings'

/** What wrangler.jsonc, and the secrets of an environment, give this Worker. */
export type Env = MemoryEnv

/** The store and the secrets the operations work with. */
export type FetchBindings = MemoryBindings

export const bindings = memoryBindings
