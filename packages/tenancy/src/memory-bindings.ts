import type { KernelBindings } from '@cairn/http-kernel/call'
import { findNamespace } from '@cairn/memory-store/namespace'
import type { Quota } from '@cairn/memory-store/quota'

/** What `wrangler.jsonc`, and the secrets of an environment, give every Worker with a store. */
export interface MemoryEnv {
  readonly MEMORY_0: D1Database
  readonly ENVIRONMENT: string
  readonly TOKEN_KEYS: string
  readonly TOKEN_ISSUER: string
  readonly TOKEN_AUDIENCE: string
  readonly RATE_LIMIT_PER_MINUTE?: string
  readonly CURSOR_KEY: string
  /** How much a namespace without a quota of its own may hold; without bound when absent. */
  readonly NAMESPACE_PASSAGES_MAX?: string
  readonly NAMESPACE_BYTES_MAX?: string
}

/** The store, the secrets and the randomness that operations on it work with. */
export interface MemoryBindings extends KernelBindings {
  readonly memory: D1Database
  readonly cursorKey: string
  readonly quota: Quota
  /** A new name of 16 hexadecimal digits that nobody has used: of a commit, of an epoch. */
  readonly freshId: () => string
}

/** Turns an environment into the store, the clock and randomness. */
export function memoryBindings(env: MemoryEnv): MemoryBindings {
  return {
    memory: env.MEMORY_0,
    cursorKey: env.CURSOR_KEY,
    quota: { passagesMax: boundOf(env.NAMESPACE_PASSAGES_MAX), bytesMax: boundOf(env.NAMESPACE_BYTES_MAX) },
    freshId: () => crypto.randomUUID().replaceAll('-', '').slice(0, 16),
    clock: () => Date.now(),
    ready: () => notReached(env.MEMORY_0),
    tokens: {
      keys: env.TOKEN_KEYS,
      issuer: env.TOKEN_ISSUER,
      audience: env.TOKEN_AUDIENCE,
      environment: env.ENVIRONMENT,
      perMinute: env.RATE_LIMIT_PER_MINUTE,
    },
  }
}

function boundOf(text: string | undefined): number | null {
  return text === undefined ? null : Number(text)
}

/** Nobody has the tenant of no name: the question is only whether the database answers it. */
async function notReached(memory: D1Database): Promise<readonly string[]> {
  return findNamespace(memory, { tenant: '', name: '' }).then(
    () => [],
    () => ['MEMORY_0'],
  )
}
