import type { Tokens } from '@cairn/conformance/target'
import type { Scope } from '@cairn/contract/operation'
import { importJWK, type JWK, SignJWT } from 'jose'
import type { ConformanceBindings } from './bindings.ts'

const SCOPES: readonly Scope[] = [
  'query:read',
  'facts:read',
  'facts:write',
  'library:read',
  'library:write',
  'context:run',
  'admin',
]
const LIFETIME = '15m'

/** Short-lived tokens for the reserved tenants: both with every scope that is judged, and the first without any. */
export async function reservedTokens(bindings: ConformanceBindings): Promise<Required<Tokens>> {
  return {
    a: await sign(bindings, 'conformance-a', SCOPES),
    b: await sign(bindings, 'conformance-b', SCOPES),
    narrow: await sign(bindings, 'conformance-a', ['conformance:run']),
  }
}

async function sign(
  { conformanceKey, tokens }: ConformanceBindings,
  tenant: string,
  scopes: readonly Scope[],
) {
  const jwk = JSON.parse(conformanceKey) as JWK
  return await new SignJWT({ tenant, ns: ['*'], scope: scopes.join(' ') })
    .setProtectedHeader({ alg: 'EdDSA', kid: jwk.kid ?? '' })
    .setIssuer(tokens.issuer)
    .setAudience(tokens.audience)
    .setExpirationTime(LIFETIME)
    .setJti(crypto.randomUUID())
    .sign(await importJWK(jwk, 'EdDSA'))
}
