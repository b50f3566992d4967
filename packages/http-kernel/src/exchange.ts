import type { Contract } from '@cairn/contract/negotiation'
import type { Operation } from '@cairn/contract/operation'
import type { Allowance } from './rate-limit.ts'
import { traceparentOf } from './trace.ts'

/** What an answer needs to know about its question; operation, contract and timing become known on the way. */
export interface Exchange {
  readonly request: Request
  readonly path: string
  readonly traceparent: string
  /** Null while the address leads nowhere. */
  operation: Operation | null
  contract: Contract
  /** What is left to the caller; null where nothing is counted, or nobody is known yet. */
  allowance: Allowance | null
  /** Milliseconds since the request came in. */
  elapsed: () => number
}

/** The exchange that a request opens. */
export function openExchange(request: Request): Exchange {
  return {
    request,
    path: new URL(request.url).pathname,
    traceparent: traceparentOf(request.headers.get('traceparent')),
    operation: null,
    contract: 'crc-v1',
    allowance: null,
    elapsed: () => 0,
  }
}

/** Starts to count `elapsed`; answers with the time it starts from, in milliseconds since the epoch. */
export function startTiming(exchange: Exchange, clock: () => number): number {
  const started = clock()
  exchange.elapsed = () => clock() - started
  return started
}
