import type { KernelBindings } from '@cairn/http-kernel/call'
import { findNamespace } from '@cairn/memory-store/namespace'
import type { Quota } from '@cairn/memory-store/quota'

/** What wrangler.jsonc, and the secrets of an environment, give this Worker. */
export interface Env {
  readonly MEMORY_0: D1Database
  readonly ENVIRONMENT: string
  readonly TOKEN_KEYS: string
  readonly TOKEN_ISSUER: string
  readonly TOKEN_AUDIENCE: string
  readonly CURSOR_KEY: string
  /** How many bytes a namespace without a quota of its own may hold; without bound when absent. */
  readonly NAMESPACE_BYTES_MAX?: string
}

/** The store, the secrets and the randomness the operations work with. */
export interface FactsBindings extends KernelBindings {
  readonly memory: D1Database
  readonly cursorKey: string
  readonly quota: Quota
  /** A fresh random id: of a commit that brings none, of a namespace's epoch. */
  readonly newId: () => string
}

/** Turns the environment into the store, clock and randomness. */
export function bindings(env: Env): FactsBindings {
  return {
    memory: env.MEMORY_0,
    cursorKey: env.CURSOR_KEY,
    quota: { passagesMax: null, bytesMax: boundOf(env.NAMESPACE_BYTES_MAX) },
    newId: () => crypto.randomUUID(),
    clock: () => Date.now(),
    ready: () => unreached(env.MEMORY_0),
    tokens: {
      keys: env.TOKEN_KEYS,
      issuer: env.TOKEN_ISSUER,
      audience: env.TOKEN_AUDIENCE,
      environment: env.ENVIRONMENT,
    },
  }
}

function boundOf(text: string | undefined): number | null {
  return text === undefined ? null : Number(text)
}

/** Looking up a namespace that cannot be named needs the database and its schema, and nothing else. */
async function unreached(memory: D1Database): Promise<readonly string[]> {
  try {
    await findNamespace(memory, { tenant: '', name: '' })
    return []
  } catch {
    return ['MEMORY_0']
  }
}
