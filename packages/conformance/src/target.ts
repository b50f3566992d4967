import { CannotExercise } from './cannot-exercise.ts'
import type { Fetcher, Side } from './exchange.ts'

/** Who is judged, and with what. */
export interface Target {
  readonly fetcher: Fetcher
  /** Scheme and host that requests are written for, without a slash at the end. */
  readonly origin: string
  readonly tokens: Tokens
  /** Counts tokens by the profile of the service (`o200k_base`); without it what needs counting is not exercised. */
  readonly countTokens?: (text: string) => number
  /** How long an answer may take, in milliseconds; 30,000 unless said. */
  readonly answerMsMax?: number
}

/** Access tokens. Without the second and third, what needs them is not exercised, and the report says so. */
export interface Tokens {
  /** The first reserved tenant, every namespace, every scope of the operations judged. */
  readonly a: string
  /** The second reserved tenant, likewise. */
  readonly b?: string
  /** The first tenant with the scope `conformance:run` alone. */
  readonly narrow?: string
}

/** A server that answers everything at one address, as `https://cairn.example`. */
export function targetAt(url: string, given: Omit<Target, 'fetcher' | 'origin'>): Target {
  return { ...given, origin: new URL(url).origin, fetcher: (request) => fetch(request) }
}

/** The token of a side; throws CannotExercise when it was not given. */
export function tokenOf(target: Target, side: Side): string {
  if (side !== 'b') return target.tokens.a
  if (target.tokens.b !== undefined) return target.tokens.b
  throw new CannotExercise('no token of a second tenant was given')
}

/** The token without scopes; throws CannotExercise when it was not given. */
export function narrowToken(target: Target): string {
  if (target.tokens.narrow !== undefined) return target.tokens.narrow
  throw new CannotExercise('no token without scopes was given')
}
