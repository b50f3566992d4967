import type { Tier } from '@cairn/contract/crc-v1'
import type { Contract } from '@cairn/contract/negotiation'
import type { Operation, Scope } from '@cairn/contract/operation'
import type { NdjsonLine } from './ndjson.ts'

/** Who asks, as the access token says. `namespaces` is `['*']` for every namespace of the tenant. */
export interface Caller {
  readonly tenant: string
  readonly namespaces: readonly string[]
  readonly scopes: readonly string[]
  readonly tokenId: string
}

/** How tokens are judged: `keys` is a JWKS as JSON text, `environment` is `development` where development keys count. */
export interface TokenRules {
  readonly keys: string
  readonly issuer: string
  readonly audience: string
  readonly environment: string
  /** How many requests one token may make a minute (`RATE_LIMIT_PER_MINUTE`); without bound when absent or empty. */
  readonly perMinute?: string | undefined
}

/** What every Worker hands the kernel beside its own bindings. */
export interface KernelBindings {
  readonly tokens: TokenRules
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  /** The names of what this Worker needs and does not reach; empty when it is ready. */
  readonly ready?: () => Promise<readonly string[]>
}

export interface Consistency {
  readonly mode: 'strong' | 'bounded'
  /** `<epoch>.<version>` the caller has seen, from `Consistency-Token`. */
  readonly token: string | null
}

/** A request whose address, token, parameters and body have been judged against the operation table. */
export interface Call<B> {
  readonly operation: Operation
  /** Path parameters, percent-decoded once. */
  readonly path: Readonly<Record<string, string>>
  /** Query parameters with their types and defaults, and the members of a JSON body whose schema names them; null prototype. */
  readonly input: Readonly<Record<string, unknown>>
  /** The whole JSON body; undefined without one. */
  readonly body: unknown
  /** The lines of an NDJSON body; null for any other body. */
  readonly lines: AsyncIterable<NdjsonLine> | null
  /** On a public operation nobody: empty tenant, no scopes. */
  readonly caller: Caller
  /** Judges the token for a scope the operation itself does not ask for, or for none; throws `unauthenticated` or `insufficient_scope`. */
  readonly authorize: (scope: Scope | null) => Promise<Caller>
  readonly namespace: string
  readonly tier: Tier
  readonly contract: Contract
  readonly consistency: Consistency
  readonly idempotencyKey: string | null
  readonly ifMatch: string | null
  /** Whether a write came with `If-None-Match: *`: only where nothing is yet. */
  readonly ifAbsent: boolean
  /** Hex SHA-256 of tenant, operation id, namespace, path and input without its cursor. */
  readonly requestHash: string
  readonly url: URL
  /** The headers of the request, for what is neither a parameter nor a body. */
  readonly headers: Headers
  readonly bindings: B
  /** Milliseconds since the epoch, read once. */
  readonly now: number
  readonly waitUntil: (work: Promise<unknown>) => void
}

/** What a handler answers with; `status` is the operation's own unless stated. */
export type Reply =
  | { readonly status?: number; readonly body: unknown; readonly headers?: Readonly<Record<string, string>> }
  | {
      readonly status?: number
      readonly bytes: string | Uint8Array
      readonly type: string
      readonly headers?: Readonly<Record<string, string>>
    }
  | {
      readonly status?: number
      readonly stream: ReadableStream<Uint8Array>
      readonly type: string
      readonly headers?: Readonly<Record<string, string>>
    }

/** One operation of a Worker: a pure function of the call and its stores; refusals are thrown as Problems. */
export type Handler<B> = (call: Call<B>) => Promise<Reply>
