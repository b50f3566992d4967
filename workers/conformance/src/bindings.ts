import type { JudgedWorker } from '@cairn/conformance/requirement'
import type { KernelBindings } from '@cairn/http-kernel/call'

/** What wrangler.jsonc, and the secrets of an environment, give this Worker. */
export interface Env {
  readonly MEMORY_0: D1Database
  readonly SEARCH: Fetcher
  readonly FETCH_CONTENT: Fetcher
  readonly FACTS: Fetcher
  readonly LIBRARY: Fetcher
  readonly BOOTSTRAP: Fetcher
  readonly ENVIRONMENT: string
  readonly TOKEN_KEYS: string
  readonly TOKEN_ISSUER: string
  readonly TOKEN_AUDIENCE: string
  /** A private Ed25519 JWK with `kid`, whose public half is good for the tenants conformance-a and conformance-b alone. */
  readonly CONFORMANCE_KEY: string
}

/** The siblings, the key that signs for the reserved tenants, and where runs are kept. */
export interface ConformanceBindings extends KernelBindings {
  readonly memory: D1Database
  readonly siblings: Readonly<Record<JudgedWorker, Fetcher>>
  readonly conformanceKey: string
}

export function bindings(env: Env): ConformanceBindings {
  return {
    memory: env.MEMORY_0,
    siblings: {
      search: env.SEARCH,
      'fetch-content': env.FETCH_CONTENT,
      facts: env.FACTS,
      library: env.LIBRARY,
      bootstrap: env.BOOTSTRAP,
    },
    conformanceKey: env.CONFORMANCE_KEY,
    clock: () => Date.now(),
    tokens: {
      keys: env.TOKEN_KEYS,
      issuer: env.TOKEN_ISSUER,
      audience: env.TOKEN_AUDIENCE,
      environment: env.ENVIRONMENT,
    },
  }
}
