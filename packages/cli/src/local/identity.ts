import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { SCOPES, type Scope } from '@cairn/contract/operation'
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'

/** Who issues tokens for a Cairn, and the secrets its Workers share: of the one on this machine, or of a deployment. */
export interface LocalIdentity {
  /** Who the tokens of a deployment say issued them; absent for the Cairn on this machine. */
  readonly issuer?: string
  readonly issuerKey: JWK
  readonly conformanceKey: JWK
  /** signs what writes leave behind */
  readonly receiptKey: JWK
  readonly cursorKey: string
}

/** What a development token is for. */
export interface TokenClaims {
  readonly tenant: string
  readonly namespaces: readonly string[]
  readonly scopes: readonly Scope[]
  readonly expiresIn?: string
  readonly tokenId?: string
}

export const LOCAL_ISSUER = 'https://cairn.localhost/development'
export const LOCAL_AUDIENCE = 'cairn'
export const CONFORMANCE_TENANTS = ['conformance-a', 'conformance-b'] as const
export const EVERY_SCOPE: readonly Scope[] = SCOPES

/** New keys; nothing of them is stored. */
export async function makeIdentity(): Promise<LocalIdentity> {
  return {
    issuerKey: await privateKey('development'),
    conformanceKey: await privateKey('conformance'),
    receiptKey: await privateKey('receipts'),
    cursorKey: randomBytes(32).toString('base64url'),
  }
}

/** The identity kept in `<folder>/identity.json`, made on the first call; one of an earlier version gets the keys it lacks. */
export async function keptIdentity(
  folder: string,
  { issuer }: { readonly issuer?: string } = {},
): Promise<LocalIdentity> {
  const kept = readIdentity(folder)
  if (kept?.receiptKey !== undefined) return kept
  const identity = { ...(await makeIdentity()), ...(issuer === undefined ? {} : { issuer }), ...kept }
  mkdirSync(folder, { recursive: true })
  writeFileSync(identityFile(folder), JSON.stringify(identity, null, 2), { mode: 0o600 })
  return identity
}

/** The identity kept in `<folder>/identity.json`; null when there is none. */
export function readIdentity(folder: string): LocalIdentity | null {
  const file = identityFile(folder)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as LocalIdentity) : null
}

const identityFile = (folder: string): string => path.join(folder, 'identity.json')

/** A signed access token (JWT, EdDSA) of the issuer that the identity is. */
export async function signToken(identity: LocalIdentity, claims: TokenClaims): Promise<string> {
  return await new SignJWT({
    tenant: claims.tenant,
    ns: [...claims.namespaces],
    scope: claims.scopes.join(' '),
  })
    .setProtectedHeader({ alg: 'EdDSA', kid: identity.issuerKey.kid ?? '' })
    .setIssuer(identity.issuer ?? LOCAL_ISSUER)
    .setAudience(LOCAL_AUDIENCE)
    .setIssuedAt()
    .setExpirationTime(claims.expiresIn ?? '365d')
    .setJti(claims.tokenId ?? randomUUID())
    .sign(await importJWK(identity.issuerKey, 'EdDSA'))
}

/** The secrets that one Worker alone gets, or those that write. */
export function secretsOf(worker: string, identity: LocalIdentity): Record<string, string> {
  if (worker === 'conformance') return { CONFORMANCE_KEY: JSON.stringify(identity.conformanceKey) }
  return WRITERS.includes(worker) ? { RECEIPT_KEY: JSON.stringify(identity.receiptKey) } : {}
}

const WRITERS: readonly string[] = ['library', 'facts']

/** The variables and secrets each Worker gets on this machine. */
export function localVariables(identity: LocalIdentity): Record<string, string> {
  const keys = [
    { ...publicPart(identity.issuerKey), cairn_development: true },
    { ...publicPart(identity.conformanceKey), cairn_tenants: CONFORMANCE_TENANTS },
  ]
  return {
    ENVIRONMENT: 'development',
    TOKEN_KEYS: JSON.stringify({ keys }),
    TOKEN_ISSUER: LOCAL_ISSUER,
    TOKEN_AUDIENCE: LOCAL_AUDIENCE,
    CURSOR_KEY: identity.cursorKey,
    RATE_LIMIT_PER_MINUTE: '',
    // The KV of this machine has one place, so what was put is there.
    NAMED_AFTER_SECONDS: '0',
  }
}

/** What the Workers of a deployment are told, all of it public: whose tokens are good. */
export function deployedVariables(identity: LocalIdentity): Record<string, string> {
  const keys = [
    publicPart(identity.issuerKey),
    { ...publicPart(identity.conformanceKey), cairn_tenants: CONFORMANCE_TENANTS },
  ]
  return {
    TOKEN_KEYS: JSON.stringify({ keys }),
    TOKEN_ISSUER: identity.issuer ?? LOCAL_ISSUER,
    TOKEN_AUDIENCE: LOCAL_AUDIENCE,
  }
}

async function privateKey(kid: string): Promise<JWK> {
  const { privateKey: key } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
  return { ...(await exportJWK(key)), kid, alg: 'EdDSA' }
}

function publicPart(key: JWK): JWK {
  const { d: _private, ...rest } = key
  return rest
}
