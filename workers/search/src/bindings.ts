import type { KernelBindings } from '@cairn/http-kernel/call'
import { IndexCopies } from './index-copies.ts'

/** What wrangler.jsonc, and the secrets of an environment, give this Worker. */
export interface Env {
  readonly MEMORY_0: D1Database
  readonly ENVIRONMENT: string
  readonly TOKEN_KEYS: string
  readonly TOKEN_ISSUER: string
  readonly TOKEN_AUDIENCE: string
  readonly CURSOR_KEY: string
}

/** The stores and secrets the operations work with. */
export interface SearchBindings extends KernelBindings {
  readonly memory: D1Database
  readonly cursorKey: string
  readonly copies: IndexCopies
}

/** What this isolate has read of indexes; it outlives a request. */
const copies = new IndexCopies()

export function bindings(env: Env): SearchBindings {
  return {
    memory: env.MEMORY_0,
    cursorKey: env.CURSOR_KEY,
    copies,
    clock: () => Date.now(),
    tokens: {
      keys: env.TOKEN_KEYS,
      issuer: env.TOKEN_ISSUER,
      audience: env.TOKEN_AUDIENCE,
      environment: env.ENVIRONMENT,
    },
  }
}
