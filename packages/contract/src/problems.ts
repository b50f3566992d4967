import type { ResolutionCode } from './resolution.ts'

/** One row of the problem catalogue: what an error code always means. */
export interface ProblemKind {
  readonly status: number
  readonly title: string
  /** Whether sending the same request again may succeed. */
  readonly retryable: boolean
  /** The playbook that helps, as `__bootstrap__::resolution:<Code>`. */
  readonly resolution?: ResolutionCode
}

/** Every error code a Cairn Worker may answer with; codes are stable for ever (RFC 9457 documents carry them as `code`). */
export const PROBLEMS = {
  malformed_json: { status: 400, title: 'The body is not JSON', retryable: false },
  malformed_unicode: { status: 400, title: 'The text is not well-formed Unicode', retryable: false },
  invalid_body: { status: 400, title: 'The body does not have the published shape', retryable: false },
  invalid_parameter: { status: 400, title: 'A parameter has a value that is not allowed', retryable: false },
  unknown_parameter: { status: 400, title: 'A parameter is not known here', retryable: false },
  contradictory_parameters: { status: 400, title: 'Two parameters contradict each other', retryable: false },
  cursor_invalid: { status: 400, title: 'The cursor was not made by this service', retryable: false },
  cursor_mismatch: { status: 400, title: 'The cursor belongs to another request', retryable: false },
  budget_too_small: {
    status: 400,
    title: 'The token budget holds not even one pointer',
    retryable: false,
    resolution: 'BudgetTooSmall',
  },
  unauthenticated: { status: 401, title: 'A valid access token is needed', retryable: false },
  insufficient_scope: { status: 403, title: 'The access token lacks a scope', retryable: false },
  origin_refused: { status: 403, title: 'Pages of this origin may not ask here', retryable: false },
  quota_exceeded: { status: 403, title: 'The namespace is full', retryable: false },
  not_found: { status: 404, title: 'Nothing is at this address', retryable: false },
  namespace_not_found: { status: 404, title: 'The namespace is not known', retryable: false },
  source_not_found: { status: 404, title: 'The source is not known', retryable: false },
  bundle_not_found: { status: 404, title: 'The context receipt is not known', retryable: false },
  document_not_found: { status: 404, title: 'The document is not known', retryable: false },
  pointer_not_found: {
    status: 404,
    title: 'No pointer asked for is known',
    retryable: false,
    resolution: 'PointerGone',
  },
  fact_not_found: {
    status: 404,
    title: 'The fact is not known',
    retryable: false,
    resolution: 'FactNotFound',
  },
  session_not_found: {
    status: 404,
    title: 'The session is not known',
    retryable: false,
    resolution: 'SessionNotFound',
  },
  receipt_not_found: { status: 404, title: 'The receipt is not known', retryable: false },
  topic_not_found: { status: 404, title: 'The bootstrap topic is not known', retryable: false },
  run_not_found: { status: 404, title: 'The conformance run is not known', retryable: false },
  erasure_not_found: { status: 404, title: 'The erasure is not known', retryable: false },
  research_not_found: { status: 404, title: 'The research document is not known', retryable: false },
  method_not_allowed: { status: 405, title: 'The method is not allowed here', retryable: false },
  write_conflict: { status: 409, title: 'Another writer kept coming between', retryable: true },
  supersedes_conflict: { status: 409, title: 'The fact to supersede cannot be superseded', retryable: false },
  changes_not_told: { status: 409, title: 'The source does not tell its changes', retryable: false },
  fact_retracted: { status: 409, title: 'The fact was retracted', retryable: false },
  source_not_empty: { status: 409, title: 'The source still has documents', retryable: false },
  namespace_not_empty: { status: 409, title: 'The namespace is not empty', retryable: false },
  embedder_in_use: {
    status: 409,
    title: 'Vectors of another embedder are stored',
    retryable: false,
  },
  id_taken: { status: 409, title: 'The id belongs to another research document', retryable: false },
  still_cited: { status: 409, title: 'Other research documents stand on it', retryable: false },
  status_refused: { status: 409, title: 'The notebook cannot have that status', retryable: false },
  document_gone: {
    status: 410,
    title: 'The document was deleted',
    retryable: false,
    resolution: 'PointerGone',
  },
  pointer_gone: {
    status: 410,
    title: 'Every pointer asked for was deleted',
    retryable: false,
    resolution: 'PointerGone',
  },
  research_gone: { status: 410, title: 'The research document was deleted', retryable: false },
  cursor_expired: { status: 410, title: 'The cursor is too old', retryable: false },
  precondition_failed: {
    status: 412,
    title: 'The stored state is another than If-Match names',
    retryable: false,
  },
  payload_too_large: { status: 413, title: 'The body is too large', retryable: false },
  unsupported_media_type: {
    status: 415,
    title: 'The body has a media type that is not read here',
    retryable: false,
  },
  idempotency_mismatch: {
    status: 422,
    title: 'The Idempotency-Key was used for another request',
    retryable: false,
  },
  observed_in_future: {
    status: 422,
    title: 'The observation lies more than 24 hours ahead',
    retryable: false,
  },
  reference_unknown: {
    status: 422,
    title: 'A research document names something that is not stored',
    retryable: false,
  },
  rate_limited: { status: 429, title: 'Too many requests', retryable: true },
  index_backlog: { status: 429, title: 'The index is behind; merging is under way', retryable: true },
  internal: { status: 500, title: 'The service failed', retryable: false },
  unavailable: { status: 503, title: 'The store cannot be reached', retryable: true, resolution: 'Timeout' },
  embedder_unavailable: { status: 503, title: 'The embedder did not answer', retryable: true },
  schema_behind: { status: 503, title: 'The database is being migrated', retryable: true },
} as const satisfies Record<string, ProblemKind>

/** A stable error code. */
export type ProblemCode = keyof typeof PROBLEMS

/** One finding about the request; `pointer` is a JSON Pointer into the body, or the parameter's name. */
export interface ProblemItem {
  readonly pointer: string
  readonly rule: string
  readonly message: string
}

/** An RFC 9457 problem document as every Worker writes it. */
export interface ProblemDocument {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly code: ProblemCode
  readonly detail: string
  readonly instance: string
  readonly errors?: readonly ProblemItem[]
  readonly resolution?: string
}

/** The address, relative to the service, where a code is explained. */
export function problemType(code: ProblemCode): string {
  return `/v1/bootstrap/errors#${code}`
}
