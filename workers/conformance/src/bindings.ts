import type { JudgedWorker } from '@cairn/conformance/requirement'
import { type MemoryBindings, type MemoryEnv, memoryBindings } from '@cairn/tenancy/memory-bindings'

/** What wrangler.jsonc, and the secrets of an environment, give this Worker. */
export interface Env extends MemoryEnv {
  readonly SEARCH: Fetcher
  readonly FETCH_CONTENT: Fetcher
  readonly FACTS: Fetcher
  readonly LIBRARY: Fetcher
  readonly AGENT: Fetcher
  readonly BOOTSTRAP: Fetcher
  /** A private Ed25519 JWK with `kid`, whose public half is good for the tenants conformance-a and conformance-b alone. */
  readonly CONFORMANCE_KEY: string
}

/** The siblings, the key that signs for the reserved tenants, and where runs are kept. */
export interface ConformanceBindings extends MemoryBindings {
  readonly siblings: Readonly<Record<JudgedWorker, Fetcher>>
  readonly conformanceKey: string
}

export function bindings(env: Env): ConformanceBindings {
  return {
    ...memoryBindings(env),
    siblings: {
      search: env.SEARCH,
      'fetch-content': env.FETCH_CONTENT,
      facts: env.FACTS,
      library: env.LIBRARY,
      agent: env.AGENT,
      bootstrap: env.BOOTSTRAP,
    },
    conformanceKey: env.CONFORMANCE_KEY,
  }
}
