import type { KernelBindings } from '@cairn/http-kernel/call'
import { outsideRules } from '@cairn/http-kernel/outside-address'
import type { OriginRules } from './mcp/origin.ts'
import { notReached } from './not-reached.ts'
import type { Outside } from './outside/ask-upstream.ts'

/** What wrangler.jsonc, and the secrets of an environment, give this Worker. */
export interface Env {
  readonly SEARCH: Fetcher
  readonly FETCH_CONTENT: Fetcher
  readonly FACTS: Fetcher
  readonly LIBRARY: Fetcher
  readonly BOOTSTRAP: Fetcher
  readonly ENVIRONMENT: string
  readonly TOKEN_KEYS: string
  readonly TOKEN_ISSUER: string
  readonly TOKEN_AUDIENCE: string
  readonly RATE_LIMIT_PER_MINUTE?: string
  /** The hosts that may be asked, comma-separated; none when empty. */
  readonly FEDERATION_HOSTS: string
  /** `allowed`: servers on this machine and network count as well. */
  readonly FEDERATION_PRIVATE?: string
  /** The origins whose pages may speak MCP here, comma-separated, beside the service's own. */
  readonly MCP_ORIGINS?: string
}

/** The Workers this one asks, each with the caller's own token. */
export interface Siblings {
  readonly search: Fetcher
  readonly fetchContent: Fetcher
  readonly facts: Fetcher
  readonly library: Fetcher
  readonly bootstrap: Fetcher
}

/** What the operations of this Worker work with: its siblings, and no store. */
export interface AgentBindings extends KernelBindings {
  readonly siblings: Siblings
  readonly outside: Outside
  readonly origins: OriginRules
}

/** Turns the environment into siblings and a clock. */
export function bindings(env: Env): AgentBindings {
  const siblings: Siblings = {
    search: env.SEARCH,
    fetchContent: env.FETCH_CONTENT,
    facts: env.FACTS,
    library: env.LIBRARY,
    bootstrap: env.BOOTSTRAP,
  }
  return {
    siblings,
    outside: { fetch: (url, init) => fetch(url, init), rules: outsideRules(env) },
    origins: {
      isDevelopment: env.ENVIRONMENT === 'development',
      origins: (env.MCP_ORIGINS ?? '').split(',').map((origin) => origin.trim()),
    },
    ready: () => notReached(siblings),
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
