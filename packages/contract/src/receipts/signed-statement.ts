import { canonical } from '../canonical.ts'
import { hex, sha256 } from '../sha256.ts'
import type { Sha256 } from './merkle.ts'

/** A public key as a JWK (RFC 8037); `kid` names it in the statements that it signed. */
export interface VerificationKey {
  readonly kty: 'OKP'
  readonly crv: 'Ed25519'
  readonly kid: string
  readonly x: string
}

/** Why a signed statement or a proof does not hold; codes are stable. */
export type ReceiptFault =
  | 'malformed'
  | 'not_canonical'
  | 'hash_mismatch'
  | 'unknown_key'
  | 'signature_invalid'
  | 'other_log'
  | 'not_included'
  | 'not_consistent'

/** What does not hold, and a sentence that says so. */
export interface Refuted {
  readonly ok: false
  readonly code: ReceiptFault
  readonly message: string
}

/** What was verified, with the bytes that were signed; or why it does not hold. */
export type Verification<S> =
  | { readonly ok: true; readonly statement: S; readonly bytes: Uint8Array; readonly kid: string }
  | Refuted

/** A statement as it is stored and sent: RFC 8785 of exactly these members. */
interface Signed {
  readonly hash: Sha256
  readonly kid: string
  readonly signature: string
  readonly statement: Readonly<Record<string, unknown>>
}

/** Says that something does not hold. */
export function refuted(code: ReceiptFault, message: string): Refuted {
  return { ok: false, code, message }
}

/**
 * Verifies a signed statement as it was stored: its text is the RFC 8785 form of `{hash, kid, signature, statement}`, `hash` is
 * SHA-256 of the canonical statement, `signature` Ed25519 over the same bytes by the key that `kid` names, base64url.
 */
export async function verifySigned(
  text: string,
  keys: readonly VerificationKey[],
): Promise<Verification<Signed['statement']>> {
  const signed = signedIn(text)
  if ('ok' in signed) return signed
  const { hash, kid, signature, statement } = signed
  const bytes = new TextEncoder().encode(canonical(statement))
  if (`sha256:${hex(await sha256(bytes))}` !== hash)
    return refuted('hash_mismatch', 'the hash is not that of the statement')
  const key = await importedKey(keys.find((one) => one.kid === kid))
  if (key === null) return refuted('unknown_key', 'no usable key has the kid of the statement')
  const isTrue = await crypto.subtle.verify(
    'Ed25519',
    key,
    bytesIn(signature) as Uint8Array<ArrayBuffer>,
    bytes,
  )
  return isTrue
    ? { ok: true, statement, bytes, kid }
    : refuted('signature_invalid', 'the signature is not by that key')
}

function signedIn(text: string): Signed | Refuted {
  let value: unknown
  try {
    value = JSON.parse(text)
    if (canonical(value) !== text) return refuted('not_canonical', 'the text is not in RFC 8785 form')
  } catch {
    return refuted('malformed', 'the text is not JSON')
  }
  return isSigned(value) ? value : refuted('malformed', 'expected {hash, kid, signature, statement}')
}

function isSigned(value: unknown): value is Signed {
  if (
    typeof value !== 'object' ||
    value === null ||
    Object.keys(value).join() !== 'hash,kid,signature,statement'
  )
    return false
  const { hash, kid, signature, statement } = value as Record<string, unknown>
  return (
    typeof hash === 'string' &&
    typeof kid === 'string' &&
    typeof signature === 'string' &&
    /^[A-Za-z0-9_-]{85}[AQgw]$/.test(signature) &&
    typeof statement === 'object' &&
    statement !== null &&
    !Array.isArray(statement)
  )
}

/** What every platform's own types call a CryptoKey. */
type ImportedKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>

async function importedKey(key: VerificationKey | undefined): Promise<ImportedKey | null> {
  if (key === undefined) return null
  const { kty, crv, x } = key
  try {
    return await crypto.subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify'])
  } catch {
    return null
  }
}

const bytesIn = (base64url: string): Uint8Array =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0))
