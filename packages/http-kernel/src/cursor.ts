import { LIMITS } from '@cairn/contract/limits'
import { base64url } from 'jose'
import { Problem } from './problem.ts'

/** Where a walk goes on: the namespace's number, its epoch, the version it is read as of, the position, and the request it belongs to. */
export interface CursorPlace {
  readonly ns: number
  readonly epoch: string
  /** At most 2^40 − 1. */
  readonly version: number
  /** At most 2^32 − 1. */
  readonly position: number
  /** Hex SHA-256; its first 10 digits travel. */
  readonly requestHash: string
}

/** A cursor of 43 characters: 23 bytes of place and 9 of HMAC-SHA-256, base64url; each character costs an agent. `now` is milliseconds since the epoch. */
export async function sealCursor(key: string, place: CursorPlace, now: number): Promise<string> {
  const bytes = new Uint8Array(BYTES)
  const view = new DataView(bytes.buffer)
  view.setUint16(AT.ns, place.ns)
  view.setUint32(AT.epoch, epochHash(place.epoch))
  view.setUint8(AT.version, Math.floor(place.version / 2 ** 32))
  view.setUint32(AT.version + 1, place.version % 2 ** 32)
  view.setUint32(AT.position, place.position)
  view.setUint8(AT.quarter, Math.floor(quarterOf(now) / 2 ** 16))
  view.setUint16(AT.quarter + 1, quarterOf(now) % 2 ** 16)
  bytes.set(requestBytes(place.requestHash), AT.request)
  bytes.set(await seal(key, bytes.subarray(0, AT.mac)), AT.mac)
  return base64url.encode(bytes)
}

/**
 * Where the walk goes on. Throws a Problem: `cursor_invalid` for what was not sealed with `key`, `cursor_mismatch` for another
 * namespace or request, `cursor_expired` after 15 to 30 minutes. The caller compares `epochHash` with `epochHash(its epoch)`.
 */
export async function openCursor(
  key: string,
  text: string,
  expect: { readonly ns: number; readonly requestHash: string },
  now: number,
): Promise<{ epochHash: number; version: number; position: number }> {
  const bytes = await unseal(key, text)
  const view = new DataView(bytes.buffer, bytes.byteOffset, BYTES)
  const ours = requestBytes(expect.requestHash)
  if (view.getUint16(AT.ns) !== expect.ns % 2 ** 16 || ours.some((byte, i) => byte !== bytes[AT.request + i]))
    throw new Problem(
      'cursor_mismatch',
      'Send a cursor with the very request whose answer printed it: same operation, namespace and members.',
    )
  const age = quarterOf(now) - (view.getUint8(AT.quarter) * 2 ** 16 + view.getUint16(AT.quarter + 1))
  if (age > 1)
    throw new Problem(
      'cursor_expired',
      `A cursor lives at least ${LIMITS.cursorMinutes} minutes. Send the request without it to start again.`,
    )
  return {
    epochHash: view.getUint32(AT.epoch),
    version: view.getUint8(AT.version) * 2 ** 32 + view.getUint32(AT.version + 1),
    position: view.getUint32(AT.position),
  }
}

/** The 32 bits of an epoch that a cursor carries (FNV-1a over its UTF-16 units). */
export function epochHash(epoch: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < epoch.length; i++) hash = Math.imul(hash ^ epoch.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

const AT = { ns: 0, epoch: 2, version: 6, position: 11, quarter: 15, request: 18, mac: 23 } as const
const BYTES = 32
const EPOCH_MS = Date.UTC(2026, 0)
/** Whole quarters of an hour since 2026 began: the same answer has the same bytes for as long, and a cursor lives one to two of them. */
const quarterOf = (now: number) => Math.floor((now - EPOCH_MS) / (LIMITS.cursorMinutes * 60_000))
const REQUEST_BYTES = AT.mac - AT.request

async function unseal(key: string, text: string): Promise<Uint8Array> {
  const bytes = decode(text)
  if (bytes === null) throw notOurs()
  const expected = await seal(key, bytes.subarray(0, AT.mac))
  let difference = 0
  for (let i = 0; i < expected.length; i++) difference |= expected[i]! ^ bytes[AT.mac + i]!
  if (difference !== 0) throw notOurs()
  return bytes
}

function decode(text: string): Uint8Array | null {
  if (text.length !== Math.ceil((BYTES * 4) / 3)) return null
  try {
    const bytes = base64url.decode(text)
    return base64url.encode(bytes) === text ? bytes : null
  } catch {
    return null
  }
}

async function seal(key: string, bytes: Uint8Array): Promise<Uint8Array> {
  const mac = await crypto.subtle.sign('HMAC', await hmacKey(key), bytes)
  return new Uint8Array(mac).subarray(0, BYTES - AT.mac)
}

const keys = new Map<string, Promise<CryptoKey>>()
function hmacKey(key: string): Promise<CryptoKey> {
  const known = keys.get(key)
  if (known !== undefined) return known
  const made = crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(key),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  )
  keys.set(key, made)
  return made
}

function requestBytes(requestHash: string): Uint8Array {
  const bytes = new Uint8Array(REQUEST_BYTES)
  for (let i = 0; i < REQUEST_BYTES; i++) bytes[i] = Number.parseInt(requestHash.slice(2 * i, 2 * i + 2), 16)
  return bytes
}

const notOurs = () =>
  new Problem('cursor_invalid', 'Send `next.cursor` exactly as an answer of this service printed it.')
