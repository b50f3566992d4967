import type { WorkerName } from '@cairn/contract/operation'
import type { KernelBindings } from '@cairn/http-kernel/call'
import { notReady } from './not-ready.ts'

/** What wrangler.jsonc, and the secrets of an environment, give this Worker. */
export interface Env {
  readonly SEARCH: Fetcher
  readonly FETCH_CONTENT: Fetcher
  readonly FACTS: Fetcher
  readonly BOOTSTRAP: Fetcher
  readonly LIBRARY: Fetcher
  readonly AGENT: Fetcher
  readonly CONFORMANCE: Fetcher
  readonly ENVIRONMENT: string
  readonly TOKEN_KEYS: string
  readonly TOKEN_ISSUER: string
  readonly TOKEN_AUDIENCE: string
  readonly RATE_LIMIT_PER_MINUTE?: string
}

/** A Worker behind this one. */
export type Sibling = Exclude<WorkerName, 'gateway'>
export type Siblings = Readonly<Record<Sibling, Pick<Fetcher, 'fetch'>>>

/** What the front door works with: the Workers behind it. */
export interface GatewayBindings extends KernelBindings {
  readonly siblings: Siblings
}

export function bindings(env: Env): GatewayBindings {
  const siblings: Siblings = {
    search: env.SEARCH,
    'fetch-content': env.FETCH_CONTENT,
    facts: env.FACTS,
    bootstrap: env.BOOTSTRAP,
    library: env.LIBRARY,
    agent: env.AGENT,
    conformance: env.CONFORMANCE,
  }
  return {
    siblings,
    ready: () => notReady(siblings, READY_DEADLINE_MS),
    clock: () => Date.now(),
    tokens: {
      keys: env.TOKEN_KEYS,
      issuer: env.TOKEN_ISSUER,
      audience: env.TOKEN_AUDIENCE,
      environment: env.ENVIRONMENT,
      perMinute: env.RATE_LIMIT_PER_MINUTE,
    },
  }
}

/** A sibling that takes longer to say that it is ready, is not. */
const READY_DEADLINE_MS = 2000
