import type { KernelBindings } from '@cairn/http-kernel/call'
import { findNamespace } from '@cairn/memory-store/namespace'
import type { Quota } from '@cairn/memory-store/quota'
import type { SqlDatabase } from '@cairn/memory-store/sql-database'

/** The environment as `wrangler.jsonc` and the deployment's secrets make it. */
export interface Env {
  readonly MEMORY_0: D1Database
  readonly TOKEN_KEYS: string
  readonly TOKEN_ISSUER: string
  readonly TOKEN_AUDIENCE: string
  readonly ENVIRONMENT: string
  readonly CURSOR_KEY: string
  /** How much a namespace without a quota of its own may hold; without bound when absent. */
  readonly NAMESPACE_PASSAGES_MAX?: string
  readonly NAMESPACE_BYTES_MAX?: string
}

/** What the operations of this Worker work with. */
export interface LibraryBindings extends KernelBindings {
  readonly db: SqlDatabase
  readonly cursorKey: string
  readonly quota: Quota
  /** A new name of 16 hexadecimal digits that nobody has used. */
  readonly freshId: () => string
  /** Waits a random part of so many milliseconds. */
  readonly pause: (millisecondsMax: number) => Promise<void>
}

/** Turns the environment into stores, clock and randomness. */
export function libraryBindings(env: Env): LibraryBindings {
  return {
    db: env.MEMORY_0,
    tokens: {
      keys: env.TOKEN_KEYS,
      issuer: env.TOKEN_ISSUER,
      audience: env.TOKEN_AUDIENCE,
      environment: env.ENVIRONMENT,
    },
    clock: () => Date.now(),
    ready: () => notReached(env.MEMORY_0),
    cursorKey: env.CURSOR_KEY,
    quota: { passagesMax: boundOf(env.NAMESPACE_PASSAGES_MAX), bytesMax: boundOf(env.NAMESPACE_BYTES_MAX) },
    freshId: () => crypto.randomUUID().replaceAll('-', '').slice(0, 16),
    pause: (millisecondsMax) =>
      new Promise((resolve) => setTimeout(resolve, Math.random() * millisecondsMax)),
  }
}

function boundOf(text: string | undefined): number | null {
  return text === undefined ? null : Number(text)
}

/** Nobody has the tenant of no name: the question is only whether the database answers it. */
async function notReached(db: SqlDatabase): Promise<readonly string[]> {
  return findNamespace(db, { tenant: '', name: '' }).then(
    () => [],
    () => ['MEMORY_0'],
  )
}
