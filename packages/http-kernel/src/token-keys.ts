import { importJWK, type JWK } from 'jose'

/** A public key tokens may be signed for: for which tenants (null: all), and whether only a development environment takes it. */
export interface VerificationKey {
  readonly key: CryptoKey
  readonly tenants: readonly string[] | null
  readonly isDevelopment: boolean
}

/** The key that a JWKS, as JSON text, names `kid`; null when it holds none. Keys that are not Ed25519 are passed over. */
export async function tokenKey(jwks: string, kid: string | undefined): Promise<VerificationKey | null> {
  if (kid === undefined) return null
  return (await keysOf(jwks)).get(kid) ?? null
}

interface KeyEntry extends JWK {
  readonly cairn_tenants?: readonly string[]
  readonly cairn_development?: boolean
}

let latest: { readonly jwks: string; readonly keys: Promise<ReadonlyMap<string, VerificationKey>> } | null =
  null

/** The parsed set is kept for the isolate's life; a Worker has one. */
function keysOf(jwks: string): Promise<ReadonlyMap<string, VerificationKey>> {
  if (latest?.jwks !== jwks) latest = { jwks, keys: importKeys(jwks) }
  return latest.keys
}

async function importKeys(jwks: string): Promise<ReadonlyMap<string, VerificationKey>> {
  const { keys } = JSON.parse(jwks) as { keys: KeyEntry[] }
  const ours = keys.filter(
    (entry) => entry.kty === 'OKP' && entry.crv === 'Ed25519' && entry.kid !== undefined,
  )
  return new Map(
    await Promise.all(ours.map(async (entry) => [entry.kid!, await importEntry(entry)] as const)),
  )
}

async function importEntry(entry: KeyEntry): Promise<VerificationKey> {
  const { kty, crv, x } = entry
  return {
    key: (await importJWK({ kty, crv, x } as JWK, 'EdDSA')) as CryptoKey,
    tenants: entry.cairn_tenants ?? null,
    isDevelopment: entry.cairn_development === true,
  }
}
