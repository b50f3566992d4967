import { type WriterBindings, type WriterEnv, writerBindings } from '@cairn/tenancy/writer-bindings'

/** What wrangler.jsonc, and the secrets of an environment, give this Worker. */
export type Env = WriterEnv

/** The store, the secrets and the randomness the operations work with. */
export type FactsBindings = WriterBindings

export const bindings = writerBindings
