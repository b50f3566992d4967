import path from 'node:path'
import { type LocalIdentity, makeIdentity, signToken, type TokenClaims } from '@cairn/cli/local/identity'
import { type LocalCairn, type LocalCairnOptions, startLocalCairn } from '@cairn/cli/local/local-cairn'
import { SCOPES, type Scope } from '@cairn/contract/operation'

/** The repository that the tests run in. */
export const repositoryRoot = path.resolve(import.meta.dirname, '../../..')

/** A Cairn of built Workers, as `npm start` runs it, with its storage in memory. */
export interface TestCairn extends LocalCairn {
  readonly identity: LocalIdentity
  /** A token of the development issuer; every scope and every namespace of the tenant unless said otherwise. */
  token(tenant: string, claims?: Partial<Omit<TokenClaims, 'tenant'>>): Promise<string>
  /** A client that speaks as one tenant. */
  as(tenant: string, claims?: Partial<Omit<TokenClaims, 'tenant'>>): Promise<Speaker>
}

/** Sends requests with one token. */
export interface Speaker {
  readonly token: string
  /** `body` is sent as JSON, `ndjson` as it is; other members are those of fetch. */
  send(method: string, path: string, options?: SendOptions): Promise<Response>
  /** The same, read as JSON. */
  json(method: string, path: string, options?: SendOptions): Promise<Answer>
}

export interface SendOptions {
  readonly body?: unknown
  readonly ndjson?: string
  readonly headers?: Record<string, string>
}

/** A read answer. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
  readonly body: any
}

/** Starts the built Workers; `persistTo` keeps the storage in a folder. Call `stop` when done. */
export async function startCairn(
  options: Partial<Pick<LocalCairnOptions, 'identity' | 'variables' | 'workers'>> & {
    persistTo?: string
  } = {},
): Promise<TestCairn> {
  const identity = options.identity ?? (await makeIdentity())
  const cairn = await startLocalCairn({
    root: repositoryRoot,
    identity,
    port: 0,
    persistTo: options.persistTo ?? null,
    ...(options.variables === undefined ? {} : { variables: options.variables }),
    ...(options.workers === undefined ? {} : { workers: options.workers }),
  })
  const token: TestCairn['token'] = (tenant, claims = {}) =>
    signToken(identity, { tenant, namespaces: ['*'], scopes: SCOPES as readonly Scope[], ...claims })
  return {
    ...cairn,
    identity,
    token,
    as: async (tenant, claims) => speaker(cairn.url, await token(tenant, claims)),
  }
}

function speaker(url: string, token: string): Speaker {
  const send: Speaker['send'] = (method, address, options = {}) => {
    const headers: Record<string, string> = { authorization: `Bearer ${token}`, ...options.headers }
    if (options.body !== undefined) headers['content-type'] ??= 'application/json'
    if (options.ndjson !== undefined) headers['content-type'] ??= 'application/x-ndjson'
    const body = options.ndjson ?? (options.body === undefined ? null : JSON.stringify(options.body))
    return fetch(new URL(address, url), { method, headers, body })
  }
  return {
    token,
    send,
    json: async (method, address, options) => {
      const response = await send(method, address, options)
      const text = await response.text()
      return {
        status: response.status,
        headers: response.headers,
        body: text === '' ? null : JSON.parse(text),
      }
    },
  }
}
