import type { Contract } from '@cairn/contract/negotiation'
import type { ClientOptions, Token } from './call-options.ts'
import { NewestVersions } from './newest-versions.ts'
import { PLATFORM_TIME, type Time } from './time.ts'

/** What a client knows of the service it speaks to, its options checked and completed. */
export interface Connection {
  /** Without a slash at its end. */
  readonly baseUrl: string
  readonly token: Token | null
  readonly namespace: string | null
  readonly fetch: (address: string, init: RequestInit) => Promise<Response>
  readonly contract: Contract
  readonly timeoutMs: number
  readonly retries: number
  readonly validate: boolean
  /** Null: reads are strong. */
  readonly versions: NewestVersions | null
  readonly time: Time
}

const TIMEOUT_MS_DEFAULT = 30_000
/** What timers of every platform hold. */
const TIMEOUT_MS_MAX = 2 ** 31 - 1
const RETRIES_DEFAULT = 3
const RETRIES_MAX = 20

/** Throws a TypeError for an address that is none, a RangeError for a bound out of range. */
export function connect(options: ClientOptions): Connection {
  const { baseUrl, token, namespace, timeoutMs, retries } = options
  const { protocol, search, hash, href } = new URL(baseUrl)
  if (!/^https?:$/.test(protocol) || search !== '' || hash !== '')
    throw new TypeError(`baseUrl is an http or https address without query and fragment; found ${baseUrl}`)
  return {
    baseUrl: href.replace(/\/+$/, ''),
    token: token ?? null,
    namespace: namespace ?? null,
    fetch: options.fetch ?? ((address, init) => fetch(address, init)),
    contract: options.contract ?? 'crc-v1',
    timeoutMs: timeoutOf(timeoutMs ?? TIMEOUT_MS_DEFAULT),
    retries: retriesOf(retries ?? RETRIES_DEFAULT),
    validate: options.validate ?? false,
    versions: options.readYourWrites === false ? null : new NewestVersions(),
    time: options.time ?? PLATFORM_TIME,
  }
}

/** Milliseconds a call may take. Throws a RangeError outside 1 to 2^31 − 1. */
export function timeoutOf(timeoutMs: number): number {
  if (timeoutMs >= 1 && timeoutMs <= TIMEOUT_MS_MAX) return timeoutMs
  throw new RangeError(`timeoutMs is 1 to ${TIMEOUT_MS_MAX}; found ${timeoutMs}`)
}

/** How often a call may be repeated. Throws a RangeError outside 0 to 20. */
export function retriesOf(retries: number): number {
  if (Number.isInteger(retries) && retries >= 0 && retries <= RETRIES_MAX) return retries
  throw new RangeError(`retries is a whole number from 0 to ${RETRIES_MAX}; found ${retries}`)
}
