import { type MemoryBindings, type MemoryEnv, memoryBindings } from '@cairn/tenancy/memory-bindings'
import { IndexCopies } from './index-copies.ts'

/** What wrangler.jsonc, and the secrets of an environment, give this Worker. */
export type Env = MemoryEnv

/** The store, and the copies of indexes that this isolate holds. */
export interface SearchBindings extends MemoryBindings {
  readonly copies: IndexCopies
}

/** What this isolate has read of indexes; it outlives a request. */
const copies = new IndexCopies()

export function bindings(env: Env): SearchBindings {
  return { ...memoryBindings(env), copies }
}
