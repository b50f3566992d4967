import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { authenticate, requireScope } from './authenticate.ts'
import { Problem } from './problem.ts'

const NOW = Date.UTC(2026, 10, 30)
const SECONDS = NOW / 1000
const claims = { jti: 't1', tenant: 'acme', ns: ['notes'], scope: 'query:read facts:read' }

const pairs: Record<string, { privateKey: CryptoKey; publicKey: CryptoKey }> = {}
let keys = ''
beforeAll(async () => {
  for (const kid of ['main', 'tenant', 'development', 'stranger'])
    pairs[kid] = (await generateKeyPair('EdDSA')) as (typeof pairs)[string]
  const jwk = async (kid: string, more = {}) => ({
    ...(await exportJWK(pairs[kid]!.publicKey)),
    kid,
    ...more,
  })
  keys = JSON.stringify({
    keys: [
      await jwk('main'),
      await jwk('tenant', { cairn_tenants: ['conformance-a'] }),
      await jwk('development', { cairn_development: true }),
      { kty: 'oct', kid: 'hs', k: 'c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0' },
    ],
  })
})

const rules = (environment = 'production') => ({
  keys,
  issuer: 'https://issuer',
  audience: 'cairn',
  environment,
})
const sign = (kid = 'main', more: object = {}, header: object = {}) =>
  new SignJWT({ ...claims, iss: 'https://issuer', aud: 'cairn', exp: SECONDS + 60, ...more })
    .setProtectedHeader({ alg: 'EdDSA', kid, ...header })
    .sign(pairs[kid]!.privateKey)
const ask = (authorization?: string) =>
  new Request('https://cairn.example/v1/facts', authorization ? { headers: { authorization } } : {})
const judge = async (token: string, environment?: string) => {
  try {
    return await authenticate(ask(`Bearer ${token}`), rules(environment), NOW)
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

describe('authenticate', () => {
  it('tells who a good token speaks for', async () => {
    expect(await judge(await sign())).toEqual({
      tenant: 'acme',
      namespaces: ['notes'],
      scopes: ['query:read', 'facts:read'],
      tokenId: 't1',
    })
  })

  it.each([
    ['expired this very second', { exp: SECONDS }],
    ['without exp', { exp: undefined }],
    ['not valid yet', { nbf: SECONDS + 1 }],
    ['of another issuer', { iss: 'https://other' }],
    ['for another audience', { aud: 'other' }],
    ['without jti', { jti: undefined }],
    ['with an empty jti', { jti: '' }],
    ['without tenant', { tenant: undefined }],
    ['with a tenant that is no name', { tenant: '../x' }],
    ['with no namespaces', { ns: [] }],
    ['with namespaces that are no list', { ns: 'notes' }],
    ['with a star among names', { ns: ['*', 'notes'] }],
    ['with a scope that is no text', { scope: ['query:read'] }],
  ])('refuses a token %s', async (_title, more) => {
    expect(await judge(await sign('main', more))).toMatchObject({ code: 'unauthenticated' })
  })

  it('refuses a key the service does not list, and a known kid signed by it', async () => {
    expect(await judge(await sign('stranger'))).toMatchObject({ code: 'unauthenticated' })
    const forged = await new SignJWT({ ...claims, iss: 'https://issuer', aud: 'cairn', exp: SECONDS + 60 })
      .setProtectedHeader({ alg: 'EdDSA', kid: 'main' })
      .sign(pairs.stranger!.privateKey)
    expect(await judge(forged)).toMatchObject({ code: 'unauthenticated' })
  })

  it('refuses alg none, HS256 and a missing kid', async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const body = part({ ...claims, iss: 'https://issuer', aud: 'cairn', exp: SECONDS + 60 })
    expect(await judge(`${part({ alg: 'none', kid: 'main' })}.${body}.`)).toMatchObject({
      code: 'unauthenticated',
    })
    const hs = await new SignJWT({ ...claims, iss: 'https://issuer', aud: 'cairn', exp: SECONDS + 60 })
      .setProtectedHeader({ alg: 'HS256', kid: 'hs' })
      .sign(Buffer.from('secretsecretsecretsecret'))
    expect(await judge(hs)).toMatchObject({ code: 'unauthenticated' })
    expect(await judge(await sign('main', {}, { kid: undefined }))).toMatchObject({ code: 'unauthenticated' })
  })

  it('refuses another name of the algorithm', async () => {
    expect(await judge(await sign('main', {}, { alg: 'Ed25519' }))).toMatchObject({ code: 'unauthenticated' })
  })

  it('takes a key bound to tenants for those alone', async () => {
    expect(await judge(await sign('tenant', { tenant: 'conformance-a' }))).toMatchObject({
      tenant: 'conformance-a',
    })
    expect(await judge(await sign('tenant'))).toMatchObject({ code: 'unauthenticated' })
  })

  it('takes a development key in a development environment alone', async () => {
    expect(await judge(await sign('development'), 'development')).toMatchObject({ tenant: 'acme' })
    expect(await judge(await sign('development'), 'production')).toMatchObject({ code: 'unauthenticated' })
  })

  it.each(['', 'Basic eDp5', 'Bearer', 'Bearer a b', 'Bearer ä', `Bearer ${'a'.repeat(9000)}`])(
    'refuses the header %j with a challenge that says where tokens come from',
    async (header) => {
      const refused = authenticate(ask(header), rules(), NOW)
      await expect(refused).rejects.toMatchObject({
        code: 'unauthenticated',
        headers: {
          'WWW-Authenticate': expect.stringContaining(
            'resource_metadata="https://cairn.example/.well-known/oauth-protected-resource"',
          ),
        },
      })
    },
  )
})

describe('requireScope', () => {
  it('names the scope that is missing', () => {
    const caller = { tenant: 'acme', namespaces: ['*'], scopes: ['query:read'], tokenId: 't' }
    expect(() => requireScope(ask(), caller, 'query:read')).not.toThrow()
    expect(() => requireScope(ask(), caller, 'facts:write')).toThrow(
      expect.objectContaining({
        code: 'insufficient_scope',
        headers: { 'WWW-Authenticate': expect.stringContaining('scope="facts:write"') },
      }),
    )
  })
})
