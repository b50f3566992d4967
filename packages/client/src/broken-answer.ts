import type { RuleFinding } from '@cairn/contract/validate'

/**
 * How an answer is broken: it ended too early, is not of the media type asked for, is not JSON, does not fit the request
 * (`mismatch`), or breaks a MUST of CRC-v1 (`contract`, with `validate` only).
 */
export type Breakage = 'cut_off' | 'content_type' | 'not_json' | 'mismatch' | 'contract'

/** Something answered, but not with what a Cairn says; the evidence comes along. */
export class BrokenAnswer extends Error {
  readonly operation: string
  readonly why: Breakage
  /** Null where several answers together are at fault. */
  readonly status: number | null
  readonly contentType: string | null
  /** The first 500 characters of what arrived. */
  readonly excerpt: string
  /** The rules that were broken; empty unless `why` is `contract`. */
  readonly findings: readonly RuleFinding[]

  constructor(from: {
    readonly operation: string
    readonly why: Breakage
    readonly message: string
    readonly response: Response | null
    readonly text?: string
    readonly findings?: readonly RuleFinding[]
    readonly cause?: unknown
  }) {
    super(`${from.operation}: ${from.message}`, 'cause' in from ? { cause: from.cause } : {})
    this.name = 'BrokenAnswer'
    this.operation = from.operation
    this.why = from.why
    this.status = from.response?.status ?? null
    this.contentType = from.response?.headers.get('Content-Type') ?? null
    this.excerpt = (from.text ?? '').slice(0, EXCERPT_LENGTH_MAX)
    this.findings = from.findings ?? []
  }
}

const EXCERPT_LENGTH_MAX = 500
