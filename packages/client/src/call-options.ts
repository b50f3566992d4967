import type { Contract } from '@cairn/contract/negotiation'
import type { Time } from './time.ts'

/** A token, or what gives one; a function is asked before each request, so it may renew it. */
export type Token = string | (() => string | Promise<string>)

/** Where a Cairn is and how to speak to it. */
export interface ClientOptions<C extends Contract = Contract> {
  /** The address of the service; a path in it is kept. */
  readonly baseUrl: string
  /** Absent: only what is public can be read. */
  readonly token?: Token
  /** The namespace of every call that names none; the token's own or `default` when absent. */
  readonly namespace?: string
  /** Sends requests; the platform's `fetch` when absent, a service binding's in a Worker. */
  readonly fetch?: (address: string, init: RequestInit) => Promise<Response>
  /** The shape of answers: CRC-v1 when absent, or the frozen bodies of before it. */
  readonly contract?: C
  /** The most milliseconds a call may take with all its repeats, 1 or more; 30,000 when absent. */
  readonly timeoutMs?: number
  /** How often a request that may be repeated safely is sent again, 0 to 20; 3 when absent. */
  readonly retries?: number
  /** Judge every CRC-v1 answer by the contract; loads the validators on first use. */
  readonly validate?: boolean
  /** False: reads are strong instead of at least as new as what this client has seen. */
  readonly readYourWrites?: boolean
  /** The clock, the pauses and the chance behind waiting; the platform's own when absent. */
  readonly time?: Time
}

/** What one call does otherwise than its client. */
export interface CallOptions {
  /** Ends the call: it rejects with the reason of the signal, as `fetch` does. */
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
  readonly retries?: number
  readonly namespace?: string
  /** `strong` reads the newest version, `bounded` may read one up to 5 seconds old; both instead of the client's own memory. */
  readonly consistency?: 'strong' | 'bounded'
  /** The `Consistency-Token` of an answer that another client has seen. */
  readonly consistencyToken?: string
}

/** Options of a call that creates something. */
export interface CreateOptions extends CallOptions {
  /** 1 to 128 visible ASCII characters; a repeat with the same key answers as the first did. One is made when absent. */
  readonly idempotencyKey?: string
}

/** Options of a call that changes what is stored: a session state, a research document, what is current at the slug of a fact. */
export interface ConditionalOptions extends CallOptions {
  /** The ETag of what must be stored still, or `*` for anything; anything else is `precondition_failed` and nothing is written. */
  readonly ifMatch?: string
}

/** Options of a PUT that replaces what is stored, or stores it where there is none. */
export interface PutOptions extends ConditionalOptions {
  /** `*`: only where nothing is stored, or no fact is current, yet; otherwise it is `precondition_failed` and nothing is written. */
  readonly ifNoneMatch?: '*'
}
