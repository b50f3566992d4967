import { SCOPES } from '@cairn/contract/operation'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { Handler, KernelBindings } from '../src/call.ts'
import { type Forward, type Service, serve } from '../src/serve.ts'

/** The moment every test lives in. */
export const NOW = Date.UTC(2026, 10, 30)

type Bindings = KernelBindings
type Handlers = Service<object, Bindings>['handlers']

/** A Worker in this process, spoken to as tenant `acme`, with a clock that stands still. */
export async function serviceUnderTest(
  worker: Service<object, Bindings>['worker'],
  handlers: Handlers,
  forward?: Forward<Bindings>,
) {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA')
  const keys = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k' }] })
  const tokens = { keys, issuer: 'i', audience: 'a', environment: 'production' }
  const answer = serve<object, Bindings>({
    worker,
    bindings: () => ({ tokens, clock: () => NOW }),
    handlers,
    ...(forward === undefined ? {} : { forward }),
  })
  const sign = (claims: object = {}) =>
    new SignJWT({ tenant: 'acme', ns: ['*'], scope: ALL_SCOPES, ...claims })
      .setProtectedHeader({ alg: 'EdDSA', kid: 'k' })
      .setIssuer('i')
      .setAudience('a')
      .setJti('t')
      .setExpirationTime(NOW / 1000 + 60)
      .sign(privateKey)
  const token = await sign()
  const send = (path: string, init: RequestInit = {}, bearer: string | null = token) => {
    const headers = new Headers(init.headers)
    if (bearer !== null && !headers.has('Authorization')) headers.set('Authorization', `Bearer ${bearer}`)
    return answer(request(path, { ...init, headers }), {}, CONTEXT)
  }
  return { send, sign }
}

/** A handler that answers with what it was called with. */
export const echoing: Handler<Bindings> = async ({
  bindings: _,
  authorize: __,
  waitUntil: ___,
  ...call
}) => ({
  body: { ...call, operation: call.operation.id, lines: call.lines === null ? null : await all(call.lines) },
})

const ALL_SCOPES = SCOPES.join(' ')
const CONTEXT = { waitUntil: () => undefined } as unknown as ExecutionContext
const request = (path: string, init: RequestInit) =>
  new Request(new URL(path, 'https://cairn.example'), { ...init, duplex: 'half' } as RequestInit)

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}
