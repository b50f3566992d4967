import type { Operation } from '@cairn/contract/operation'
import { OPERATIONS } from '@cairn/contract/operations'
import { ASIDE_NAMESPACE, type SentRequest, type Side } from './exchange.ts'
import { JUDGED_WORKERS, type JudgedWorker } from './requirement.ts'

/** What a scenario says of a call beyond its operation. */
export interface CallOptions {
  /** Whose data; `a` unless said. */
  readonly side?: Side
  /** Another token than the side's own; null for none. */
  readonly token?: string | null
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly json?: unknown
  /** Sent as it is, under its media type. */
  readonly raw?: { readonly type: string; readonly text: string }
  /** Another method than the operation's. */
  readonly method?: string
}

/** The request that an operation and its options come to. */
export function requestOf(operation: Operation, options: CallOptions): SentRequest {
  const body = options.raw?.text ?? (options.json === undefined ? null : JSON.stringify(options.json))
  const type = options.raw?.type ?? 'application/json'
  return {
    method: options.method ?? operation.method,
    address: pathOf(operation, options.path ?? {}) + queryOf(options),
    headers: { ...(body === null ? {} : { 'content-type': type }), ...options.headers },
    body,
  }
}

/** The operation of an id. */
export function operationOf(id: string): Operation & { readonly worker: JudgedWorker } {
  const operation = OPERATIONS.find((known) => known.id === id)
  if (operation === undefined || !isJudged(operation)) throw new Error(`no judged operation is called ${id}`)
  return operation
}

/** The operation that answers at a printed address, or null. */
export function operationAt(
  method: string,
  address: string,
): (Operation & { readonly worker: JudgedWorker }) | null {
  const path = address.split('?')[0]!
  const found = OPERATIONS.find((known) => known.method === method && template(known).test(path))
  return found !== undefined && isJudged(found) ? found : null
}

function pathOf(operation: Operation, values: Readonly<Record<string, string>>): string {
  return operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
}

function queryOf({ side, query }: CallOptions): string {
  const all = { ...(side === 'aside' ? { namespace: ASIDE_NAMESPACE } : {}), ...query }
  const text = Object.entries(all)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&')
  return text === '' ? '' : `?${text}`
}

const template = (operation: Operation) =>
  new RegExp(`^${operation.path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`)

const isJudged = (operation: Operation): operation is Operation & { readonly worker: JudgedWorker } =>
  (JUDGED_WORKERS as readonly string[]).includes(operation.worker)
