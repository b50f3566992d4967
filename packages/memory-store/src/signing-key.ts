import { canonical } from '@cairn/contract/canonical'
import type { VerificationKey } from '@cairn/contract/receipts'

/** A private key that signs statements, and the public half that verifies them. */
export interface SigningKey {
  readonly publicKey: VerificationKey
  readonly privateKey: CryptoKey
}

/** The key in the JSON text of a private Ed25519 JWK with a `kid`. Throws a TypeError that names nothing of the text. */
export async function signingKey(jwk: string | undefined): Promise<SigningKey> {
  const { kty, crv, kid, x, d } = membersOf(jwk)
  if (kty !== 'OKP' || crv !== 'Ed25519' || !isText(kid) || !isText(x) || !isText(d)) throw unusable()
  const given = { kty, crv, x, d }
  const privateKey = await crypto.subtle.importKey('jwk', given, 'Ed25519', false, ['sign']).catch(() => {
    throw unusable()
  })
  return { publicKey: { kty, crv, kid, x }, privateKey }
}

/** The stored text of a statement: RFC 8785 of `{hash, kid, signature, statement}`, as `@cairn/contract/receipts` verifies it. */
export async function signStatement(
  statement: object,
  { publicKey, privateKey }: SigningKey,
): Promise<string> {
  const bytes = new TextEncoder().encode(canonical(statement))
  const [digest, signature] = await Promise.all([
    crypto.subtle.digest('SHA-256', bytes),
    crypto.subtle.sign('Ed25519', privateKey, bytes),
  ])
  return canonical({
    hash: `sha256:${hexOf(new Uint8Array(digest))}`,
    kid: publicKey.kid,
    signature: base64url(new Uint8Array(signature)),
    statement,
  })
}

/** Bytes in base64url without padding. */
export function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

function membersOf(jwk: string | undefined): Record<string, unknown> {
  try {
    return { ...JSON.parse(jwk ?? '') }
  } catch {
    throw unusable()
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const unusable = () => new TypeError('expected a private Ed25519 JWK with a kid')
const hexOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
