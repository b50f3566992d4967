import type { Caller } from './call.ts'

/** What is left of a quota: of the token or of its tenant, whichever has less; `seconds` until it is whole again. */
export interface Allowance {
  readonly isAdmitted: boolean
  readonly policy: 'token' | 'tenant'
  readonly quota: number
  readonly remaining: number
  readonly seconds: number
  /** until a next request is admitted */
  readonly retrySeconds: number
}

/** A tenant may ask as much as so many of its tokens. */
const TOKENS_A_TENANT = 10
const WINDOW_SECONDS = 60
/** How many tokens and tenants an isolate remembers; who is forgotten begins with a whole quota. */
const BUCKETS_MAX = 20_000

interface Bucket {
  readonly left: number
  /** ms */
  readonly at: number
}

/** Counts requests in token buckets that refill evenly; one isolate, one Worker. */
export class RateLimiter {
  readonly #buckets = new Map<string, Bucket>()

  /** Takes one request from the quota of a token and of its tenant, or from neither; `now` in ms. */
  admit({ tenant, tokenId }: Caller, perMinute: number, now: number): Allowance {
    const shares = [
      { policy: 'token', key: `${tenant} ${tokenId}`, quota: perMinute },
      { policy: 'tenant', key: tenant, quota: perMinute * TOKENS_A_TENANT },
    ] as const
    const levels = shares.map((share) => ({ ...share, left: this.#level(share, now) }))
    const isAdmitted = levels.every(({ left }) => left >= 1)
    if (isAdmitted) for (const { key, left } of levels) this.#keep(key, { left: left - 1, at: now })
    const after = levels.map((level) => ({ ...level, left: level.left - (isAdmitted ? 1 : 0) }))
    const least = after.reduce((one, other) => (other.left < one.left ? other : one))
    return { isAdmitted, ...allowanceOf(least) }
  }

  #level({ key, quota }: { readonly key: string; readonly quota: number }, now: number): number {
    const bucket = this.#buckets.get(key)
    if (bucket === undefined) return quota
    const refilled = (Math.max(0, now - bucket.at) / 1000) * (quota / WINDOW_SECONDS)
    return Math.min(quota, bucket.left + refilled)
  }

  /** The one that was asked for the longest ago is forgotten first. */
  #keep(key: string, bucket: Bucket): void {
    this.#buckets.delete(key)
    this.#buckets.set(key, bucket)
    if (this.#buckets.size <= BUCKETS_MAX) return
    const [oldest] = this.#buckets.keys()
    this.#buckets.delete(oldest!)
  }
}

function allowanceOf({
  policy,
  quota,
  left,
}: Pick<Allowance, 'policy' | 'quota'> & { readonly left: number }): Omit<Allowance, 'isAdmitted'> {
  const perSecond = quota / WINDOW_SECONDS
  return {
    policy,
    quota,
    remaining: Math.floor(left),
    seconds: Math.ceil((quota - left) / perSecond),
    retrySeconds: Math.max(1, Math.ceil((1 - left) / perSecond)),
  }
}

/** The headers that tell an allowance (draft-ietf-httpapi-ratelimit-headers). */
export function allowanceHeaders({ policy, quota, remaining, seconds }: Allowance): Record<string, string> {
  return {
    'RateLimit-Policy': `"${policy}";q=${quota};w=${WINDOW_SECONDS}`,
    RateLimit: `"${policy}";r=${remaining};t=${seconds}`,
  }
}

/** The quota a configuration gives; null where it gives none. Throws for a text that is no whole number above 0. */
export function perMinuteOf(text: string | undefined): number | null {
  if (text === undefined || text === '') return null
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error('RATE_LIMIT_PER_MINUTE is no whole number above 0')
  return Number(text)
}
