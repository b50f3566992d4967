import type { Scope } from '@cairn/contract/operation'
import { errors, type JWTPayload, jwtVerify } from 'jose'
import type { Caller, TokenRules } from './call.ts'
import { Problem } from './problem.ts'
import { tokenKey, type VerificationKey } from './token-keys.ts'

/**
 * Who the bearer token of a request speaks for. Throws `unauthenticated` unless it is a JWT signed with EdDSA by a key of the
 * service, unexpired at `now` (milliseconds), for its issuer and audience, with `jti`, `tenant`, `ns` and `scope`.
 */
export async function authenticate(request: Request, rules: TokenRules, now: number): Promise<Caller> {
  const token = bearerToken(request)
  try {
    const { payload, protectedHeader } = await jwtVerify(token, (header) => signingKey(header.kid, rules), {
      algorithms: ['EdDSA'],
      issuer: rules.issuer,
      audience: rules.audience,
      requiredClaims: ['exp', 'jti'],
      currentDate: new Date(now),
    })
    return callerOf(payload, await tokenKey(rules.keys, protectedHeader.kid))
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw invalidToken(request, 'The access token has expired.')
    if (error instanceof errors.JOSEError) throw invalidToken(request, 'The access token is not valid here.')
    throw error
  }
}

/** Throws `insufficient_scope`, naming the scope, unless the caller has it. */
export function requireScope(request: Request, caller: Caller, scope: Scope): void {
  if (caller.scopes.includes(scope)) return
  throw new Problem('insufficient_scope', `The access token lacks the scope \`${scope}\`.`, {
    headers: challenge(request, ['error="insufficient_scope"', `scope="${scope}"`]),
  })
}

/** Nobody: the caller of a public operation. */
export const ANONYMOUS: Caller = { tenant: '', namespaces: [], scopes: [], tokenId: '' }

const TOKEN_LENGTH_MAX = 8192
const NAME = /^[a-z0-9-]{1,64}$/

function bearerToken(request: Request): string {
  const header = request.headers.get('Authorization')
  if (header === null)
    throw new Problem('unauthenticated', 'Send `Authorization: Bearer <access token>`.', {
      headers: challenge(request, []),
    })
  const token = /^Bearer +([A-Za-z0-9._~+/=-]+) *$/i.exec(header.slice(0, TOKEN_LENGTH_MAX))?.[1]
  if (token === undefined || header.length > TOKEN_LENGTH_MAX)
    throw invalidToken(request, 'The `Authorization` header holds no bearer token.')
  return token
}

async function signingKey(kid: string | undefined, rules: TokenRules): Promise<CryptoKey> {
  const found = await tokenKey(rules.keys, kid)
  if (found === null || (found.isDevelopment && rules.environment !== 'development'))
    throw new errors.JWKSNoMatchingKey()
  return found.key
}

function callerOf(claims: JWTPayload, key: VerificationKey | null): Caller {
  const { jti, tenant, ns, scope } = claims
  if (
    typeof jti !== 'string' ||
    jti === '' ||
    jti.length > 128 ||
    typeof tenant !== 'string' ||
    !NAME.test(tenant) ||
    !isNamespaceList(ns) ||
    typeof scope !== 'string'
  )
    throw new errors.JWTInvalid('claims')
  if (key === null || (key.tenants !== null && !key.tenants.includes(tenant)))
    throw new errors.JWTInvalid('tenant')
  return { tenant, namespaces: ns, scopes: scope.split(' ').filter((part) => part !== ''), tokenId: jti }
}

function isNamespaceList(ns: unknown): ns is string[] {
  if (!Array.isArray(ns) || ns.length === 0) return false
  return (ns.length === 1 && ns[0] === '*') || ns.every((name) => typeof name === 'string' && NAME.test(name))
}

const invalidToken = (request: Request, detail: string) =>
  new Problem('unauthenticated', detail, { headers: challenge(request, ['error="invalid_token"']) })

function challenge(request: Request, parts: readonly string[]): Record<string, string> {
  const metadata = `resource_metadata="${new URL(request.url).origin}/.well-known/oauth-protected-resource"`
  return { 'WWW-Authenticate': `Bearer ${[...parts, metadata].join(', ')}` }
}
