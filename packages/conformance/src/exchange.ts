import type { Operation } from '@cairn/contract/operation'
import type { JudgedWorker } from './requirement.ts'

/** Sends a request to the Worker that answers it; by URL every Worker is behind one host. */
export type Fetcher = (request: Request, worker: JudgedWorker) => Promise<Response>

/** A request as it was sent, without its token. */
export interface SentRequest {
  readonly method: string
  /** Path and query. */
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** A request and its whole answer. */
export interface Exchange {
  readonly worker: JudgedWorker
  readonly operation: Operation
  readonly side: Side
  readonly request: SentRequest
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body as JSON; undefined when it is none. */
  readonly json: unknown
}

/** Whose data is asked for: one of the two reserved tenants, or the first one's second namespace. */
export type Side = 'a' | 'b' | 'aside'
export const SIDES: readonly Side[] = ['a', 'b', 'aside']

/** The namespace that side `aside` works in. */
export const ASIDE_NAMESPACE = 'aside'
