import type { Kind } from './answer.ts'
import type { ProblemCode } from './problems.ts'

/** A JSON Schema (2020-12), inline in the operation table. */
export type JsonSchema = { readonly [keyword: string]: unknown }

export const WORKERS = [
  'gateway',
  'search',
  'fetch-content',
  'facts',
  'bootstrap',
  'library',
  'agent',
  'conformance',
] as const
export type WorkerName = (typeof WORKERS)[number]

export const SCOPES = [
  'query:read',
  'facts:read',
  'facts:write',
  'library:read',
  'library:write',
  'context:run',
  'conformance:run',
  'admin',
] as const
export type Scope = (typeof SCOPES)[number]

/** One query or path parameter. An array schema is written comma-separated, an object schema as JSON. */
export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required?: boolean
  readonly description: string
  readonly schema: JsonSchema
  readonly example?: unknown
}

/** One method on one path: the single source of routes, scopes, validation, OpenAPI and tests. */
export interface Operation {
  /** Unique; file, function and OpenAPI operationId bear it. */
  readonly id: string
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  /** OpenAPI path template. A parameter is one path segment. */
  readonly path: string
  readonly worker: WorkerName
  /** The scope a token needs; null for public operations. */
  readonly scope: Scope | null
  /** The scopes that it needs beside that one. */
  readonly alsoScopes?: readonly Scope[]
  /** The CRC-v1 kind of the answer; null when the answer is no CRC-v1 envelope. */
  readonly kind: Kind | null
  readonly summary: string
  /** Query and path parameters beyond the ones every operation of its sort has (`namespace`, `contract`, `hydrate`, `consistency`). */
  readonly parameters: readonly Parameter[]
  /** The JSON body's schema; absent: a body is refused. */
  readonly body?: JsonSchema
  /** Body media types; default `application/json`. */
  readonly bodyTypes?: readonly string[]
  readonly bodyExample?: unknown
  readonly success: {
    readonly status: number
    readonly type: string
    readonly schema: JsonSchema
    readonly example?: unknown
    /** Another media type the answer may have, as a text. */
    readonly textType?: string
  }
  /** True when it creates something and takes `Idempotency-Key`. */
  readonly creates?: true
  /** The codes it may answer with, beyond the ones of every operation. */
  readonly problems: readonly ProblemCode[]
}
