import { createHmac, createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { SCOPES } from '@cairn/contract/operation'
import { OPERATIONS } from '@cairn/contract/operations'
import { startCairn, type TestCairn } from '@cairn/test-kit/start-cairn'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const ISSUER = 'https://cairn.localhost/development'
const AUDIENCE = 'cairn'
const HOUR = 3600

let cairn: TestCairn
let issuer: { readonly kid: string; readonly key: KeyObject; readonly publicPart: string }
beforeAll(async () => {
  cairn = await startCairn()
  issuer = keyOf(cairn.identity.issuerKey)
})
afterAll(() => cairn?.stop())

function keyOf(jwk: object) {
  const { kid, x } = jwk as { kid: string; x: string }
  return { kid, key: createPrivateKey({ key: jwk as never, format: 'jwk' }), publicPart: x }
}

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const claims = (more: object = {}) => ({
  iss: ISSUER,
  aud: AUDIENCE,
  exp: Math.floor(Date.now() / 1000) + HOUR,
  jti: 'a-token',
  tenant: 'acme',
  ns: ['*'],
  scope: SCOPES.join(' '),
  ...more,
})
const without = (name: string) => ({ ...claims(), [name]: undefined })

/** A token put together by hand, so that it may be wrong in one way and right in every other. */
function token(payload: object, header: object = {}, key: KeyObject = issuer.key): string {
  const signed = `${encoded({ alg: 'EdDSA', kid: issuer.kid, ...header })}.${encoded(payload)}`
  return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`
}

function hmacToken(secret: string | Buffer): string {
  const signed = `${encoded({ alg: 'HS256', kid: issuer.kid })}.${encoded(claims())}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

const seconds = (fromNow: number) => Math.floor(Date.now() / 1000) + fromNow
const stranger = () => generateKeyPairSync('ed25519').privateKey
const conformance = () => keyOf(cairn.identity.conformanceKey)

/** Everything that is no valid token, as the value of `Authorization`. */
const REFUSED: Readonly<Record<string, () => string | null>> = {
  'is missing': () => null,
  'is empty': () => 'Bearer ',
  'has another scheme': () => `Basic ${token(claims())}`,
  'is no JWT': () => 'Bearer abc',
  'is longer than 8 KiB': () => `Bearer ${token(claims({ padding: 'x'.repeat(9000) }))}`,
  'has expired': () => `Bearer ${token(claims({ exp: seconds(-1) }))}`,
  'never expires': () => `Bearer ${token(without('exp'))}`,
  'is not valid yet': () => `Bearer ${token(claims({ nbf: seconds(HOUR) }))}`,
  'is for another audience': () => `Bearer ${token(claims({ aud: 'other' }))}`,
  'has no audience': () => `Bearer ${token(without('aud'))}`,
  'is of another issuer': () => `Bearer ${token(claims({ iss: 'https://evil.example' }))}`,
  'has no issuer': () => `Bearer ${token(without('iss'))}`,
  'has no id': () => `Bearer ${token(without('jti'))}`,
  'names no tenant': () => `Bearer ${token(without('tenant'))}`,
  'names an empty tenant': () => `Bearer ${token(claims({ tenant: '' }))}`,
  'names two tenants': () => `Bearer ${token(claims({ tenant: ['acme', 'other'] }))}`,
  'names a tenant that could be SQL': () => `Bearer ${token(claims({ tenant: "a' OR 1=1 --" }))}`,
  'names no namespaces': () => `Bearer ${token(without('ns'))}`,
  'names an empty list of namespaces': () => `Bearer ${token(claims({ ns: [] }))}`,
  'names a namespace as text': () => `Bearer ${token(claims({ ns: '*' }))}`,
  'names every namespace beside another': () => `Bearer ${token(claims({ ns: ['mine', '*'] }))}`,
  'names no scope': () => `Bearer ${token(without('scope'))}`,
  'lists scopes': () => `Bearer ${token(claims({ scope: SCOPES }))}`,
  'has the algorithm none': () => `Bearer ${encoded({ alg: 'none' })}.${encoded(claims())}.`,
  'has the algorithm none and the key': () =>
    `Bearer ${encoded({ alg: 'none', kid: issuer.kid })}.${encoded(claims())}.`,
  'has the algorithm none in capitals': () => `Bearer ${token(claims(), { alg: 'NONE' })}`,
  'is signed HS256 with the public key': () =>
    `Bearer ${hmacToken(Buffer.from(issuer.publicPart, 'base64url'))}`,
  'is signed HS256 with the text of the public key': () => `Bearer ${hmacToken(issuer.publicPart)}`,
  'is signed by a stranger': () => `Bearer ${token(claims(), {}, stranger())}`,
  'names an unknown key': () => `Bearer ${token(claims(), { kid: 'nobody' })}`,
  'names a key of the prototype': () => `Bearer ${token(claims(), { kid: '__proto__' })}`,
  'names no key': () => `Bearer ${token(claims(), { kid: undefined })}`,
  'brings its own key': () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    return `Bearer ${token(claims(), { jwk: publicKey.export({ format: 'jwk' }) }, privateKey)}`
  },
  'names another key of the service than signed it': () =>
    `Bearer ${token(claims({ tenant: 'conformance-a' }), { kid: conformance().kid })}`,
  'is signed for a tenant that is not of the key': () =>
    `Bearer ${token(claims(), { kid: conformance().kid }, conformance().key)}`,
  'has a critical extension': () => `Bearer ${token(claims(), { crit: ['exp'] })}`,
  'was changed after it was signed': () => {
    const [header, , signature] = token(claims()).split('.')
    return `Bearer ${header}.${encoded(claims({ tenant: 'other' }))}.${signature}`
  },
  'lost its signature': () => `Bearer ${token(claims()).split('.').slice(0, 2).join('.')}.`,
}

const guarded = OPERATIONS.filter(({ scope }) => scope !== null)
/** One operation of each Worker is enough where all of them share what is tried. */
const ofEachWorker = [...new Map(guarded.map((operation) => [operation.worker, operation])).values()]

const example = (path: string) =>
  path
    .replace('{entity}', 'acme')
    .replace('{key}', 'k')
    .replace('/v1/erasures/{id}', `/v1/erasures/${'0'.repeat(16)}`)
    .replace(/\{\w+\}/g, 'nothing')

interface Target {
  readonly method: string
  readonly path: string
  readonly parameters: (typeof OPERATIONS)[number]['parameters']
  readonly worker: (typeof OPERATIONS)[number]['worker']
}

async function ask(to: 'gateway' | 'worker', target: Target, authorization: string | null, namespace = '') {
  const required = target.parameters.filter((one) => one.in === 'query' && one.required === true)
  const query = new URLSearchParams(required.map(({ name }) => [name, '1:0']))
  if (namespace !== '') query.set('namespace', namespace)
  const url = `${to === 'gateway' ? cairn.url : 'http://worker.example'}${example(target.path)}?${query}`
  const init = { method: target.method, headers: authorization === null ? {} : { authorization } }
  if (to === 'gateway') return await fetch(url, init)
  const worker = await cairn.miniflare.getWorker(cairn.workerNames[target.worker])
  return (await worker.fetch(url, init)) as unknown as Response
}

const codeOf = async (response: Response) => {
  const body = (await response.json()) as { code?: string }
  return `${response.status} ${body.code}`
}

describe('a token that', () => {
  it.each(Object.keys(REFUSED))('%s is refused by the gateway and by every Worker itself', async (title) => {
    for (const operation of ofEachWorker)
      for (const to of ['gateway', 'worker'] as const) {
        const response = await ask(to, operation, REFUSED[title]!())
        const challenge = response.headers.get('WWW-Authenticate') ?? ''
        const asked = `${operation.id} at the ${to}`
        expect(`${asked}: ${await codeOf(response)}`).toBe(`${asked}: 401 unauthenticated`)
        expect(challenge).toMatch(/^Bearer (error="invalid_token", )?resource_metadata="http/)
        expect(response.headers.get('Cache-Control')).toBe('no-store')
      }
  })

  it('is valid is taken by the gateway and by every Worker itself', async () => {
    for (const operation of ofEachWorker)
      for (const to of ['gateway', 'worker'] as const) {
        const response = await ask(to, operation, `Bearer ${token(claims())}`)
        await response.body?.cancel()
        expect([401, 403]).not.toContain(response.status)
      }
  })
})

it('a development token is refused where the environment is production', async () => {
  const production = await startCairn({ variables: { ENVIRONMENT: 'production' } })
  try {
    const speaker = await production.as('acme')
    for (const { method, path } of ofEachWorker) {
      const response = await speaker.send(method, example(path))
      expect(await codeOf(response)).toBe('401 unauthenticated')
    }
  } finally {
    await production.stop()
  }
})

describe('a scope', () => {
  it.each(guarded.map((operation) => [operation.id, operation] as const))(
    '%s is refused without its own, whatever other scopes there are, and taken with it alone',
    async (_id, operation) => {
      const others = SCOPES.filter((scope) => scope !== operation.scope).join(' ')
      for (const to of ['gateway', 'worker'] as const) {
        const refused = await ask(to, operation, `Bearer ${token(claims({ scope: others }))}`)
        expect(refused.headers.get('WWW-Authenticate')).toContain(`scope="${operation.scope}"`)
        expect(await codeOf(refused)).toBe('403 insufficient_scope')
        const own = [operation.scope, ...(operation.alsoScopes ?? [])].join(' ')
        const taken = await ask(to, operation, `Bearer ${token(claims({ scope: own }))}`)
        await taken.body?.cancel()
        expect([401, 403]).not.toContain(taken.status)
      }
    },
  )

  it.each(['facts:read.', 'FACTS:READ', 'facts:*', '*', 'admin', ''])(
    '%j is not facts:read',
    async (scope) => {
      const operation = guarded.find(({ id }) => id === 'getFact')!
      const response = await ask('gateway', operation, `Bearer ${token(claims({ scope }))}`)
      expect(await codeOf(response)).toBe('403 insufficient_scope')
    },
  )

  it('facts are read by their ids with facts:read alone', async () => {
    const speaker = await cairn.as('acme')
    const { body } = await speaker.json('PUT', '/v1/facts/acme/secret', { body: { value: 'of facts:read' } })
    const narrow = await cairn.as('acme', { scopes: ['query:read'] })
    for (const reader of [speaker, narrow]) {
      const read = await reader.send('POST', '/v1/query/fetch-content', {
        body: { refs: [body.fact_id], hydrate: 'full' },
      })
      expect(await codeOf(read)).toBe(reader === speaker ? '200 undefined' : '404 pointer_not_found')
    }
  })
})

describe('a namespace', () => {
  it.each(guarded.map((operation) => [operation.id, operation] as const))(
    '%s outside the token is 404 with the bytes of one that is nowhere, at the gateway and at the Worker',
    async (_id, operation) => {
      const narrow = `Bearer ${token(claims({ ns: ['mine', 'other'] }))}`
      for (const to of ['gateway', 'worker'] as const) {
        const [outside, nowhere] = [
          await ask(to, operation, narrow, 'default'),
          await ask(to, operation, narrow, 'never-made'),
        ]
        const text = await outside.text()
        expect(outside.status).toBe(404)
        expect(JSON.parse(text).code).toBe('namespace_not_found')
        expect(text).toBe(await nowhere.text())
      }
    },
  )
})

describe('a Worker', () => {
  it('answers nothing that is of another Worker, asked directly', async () => {
    for (const operation of guarded)
      for (const { worker } of ofEachWorker.filter((other) => other.worker !== operation.worker)) {
        const response = await ask('worker', { ...operation, worker }, `Bearer ${token(claims())}`)
        expect(`${operation.id} at ${worker}: ${await codeOf(response)}`).toBe(
          `${operation.id} at ${worker}: 404 not_found`,
        )
      }
  })

  it.each(['listTopics', 'getTopic'])('%s of a topic that is not public wants a token', async (id) => {
    const operation = OPERATIONS.find((one) => one.id === id)!
    const target = { ...operation, path: '/v1/bootstrap/endpoints' }
    expect(await codeOf(await ask('worker', target, null))).toBe('401 unauthenticated')
    const other = `Bearer ${token(claims({ scope: 'facts:read' }))}`
    expect(await codeOf(await ask('worker', target, other))).toBe('403 insufficient_scope')
  })
})
