import type { KernelBindings } from '@cairn/http-kernel/call'

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
export interface FetchBindings extends KernelBindings {
  readonly memory: D1Database
  readonly cursorKey: string
}

export function bindings(env: Env): FetchBindings {
  return {
    memory: env.MEMORY_0,
    cursorKey: env.CURSOR_KEY,
    clock: () => Date.now(),
    tokens: {
      keys: env.TOKEN_KEYS,
      issuer: env.TOKEN_ISSUER,
      audience: env.TOKEN_AUDIENCE,
      environment: env.ENVIRONMENT,
    },
  }
}
