import type { Contract } from '@cairn/contract/negotiation'
import type { CreateOptions, PutOptions } from './call-options.ts'
import { type CallId, type CallShape, isRead, isRepeatable, shapeOf } from './calls.ts'
import type { Connection } from './connection.ts'

/** One call, ready to be sent as often as it takes. */
export interface Call {
  readonly id: CallId
  readonly method: CallShape['method']
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  /** Whether sending it again after an unknown outcome changes nothing. */
  readonly isRepeatable: boolean
  /** The shape its answer has; null where it is not negotiated. */
  readonly contract: Contract | null
  /** Under which name its version is remembered; null where it has none. */
  readonly namespace: string | null
}

/** Every option a call may have. */
export type AnyOptions = CreateOptions & PutOptions & { readonly contract?: Contract }

/** Members by their names in the contract, and those of the path by the names they have in `CALLS`. */
export type Input = Readonly<Record<string, unknown>>

/** The call of an operation. Throws a TypeError where the input has no place in an address. */
export function callOf(connection: Connection, id: CallId, input: Input, options: AnyOptions): Call {
  const shape = shapeOf(id)
  const namespace = options.namespace ?? connection.namespace
  const contract = shape.isCrc ? (options.contract ?? connection.contract) : null
  const split = splitInput(shape, input)
  const version = versionOf(connection, shape, { namespace, options })
  return {
    id,
    method: shape.method,
    address: addressOf(connection, split, {
      ...(shape.isPublic || namespace === null ? {} : { namespace }),
      ...(isRead(shape) ? { consistency: options.consistency } : {}),
    }),
    headers: {
      Accept: 'application/json, application/x-ndjson, application/problem+json',
      ...(split.body === null ? {} : { 'Content-Type': 'application/json' }),
      ...(contract === null ? {} : { 'Accept-Contract': contract }),
      ...(shape.creates ? { 'Idempotency-Key': options.idempotencyKey ?? freshKey() } : {}),
      ...(options.ifMatch === undefined ? {} : { 'If-Match': options.ifMatch }),
      ...(options.ifNoneMatch === undefined ? {} : { 'If-None-Match': options.ifNoneMatch }),
      ...(version === null ? {} : { 'Consistency-Token': version }),
    },
    body: split.body,
    isRepeatable: isRepeatable(shape) && (options.ifMatch ?? options.ifNoneMatch) === undefined,
    contract,
    namespace: shape.isPublic ? null : (namespace ?? ''),
  }
}

/** A key that no other call has. */
export function freshKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

interface SplitInput {
  readonly path: string
  readonly query: Input
  readonly body: string | null
}

function splitInput(shape: CallShape, input: Input): SplitInput {
  const rest = { ...input }
  const path = shape.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const segment = segmentOf(name, rest[name])
    delete rest[name]
    return segment
  })
  if (shape.body === undefined) return { path, query: rest, body: null }
  if (shape.body === 'rest') return { path, query: {}, body: JSON.stringify(rest) }
  const { [shape.body]: member, ...query } = rest
  return { path, query, body: member === undefined ? null : JSON.stringify(member) }
}

/** `.` and `..` lead to another address, and an empty segment to the list of all. */
function segmentOf(name: string, value: unknown): string {
  if (typeof value === 'string' && !/^\.{0,2}$/.test(value)) return encodeURIComponent(value)
  throw new TypeError(`${name} is a text other than "", "." and ".."; found ${JSON.stringify(value)}`)
}

function addressOf({ baseUrl }: Connection, { path, query }: SplitInput, more: Input): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...query, ...more }))
    if (value !== undefined) parameters.set(name, String(value))
  const search = parameters.toString()
  return `${baseUrl}${path}${search === '' ? '' : `?${search}`}`
}

function versionOf(
  { versions }: Connection,
  shape: CallShape,
  { namespace, options }: { readonly namespace: string | null; readonly options: AnyOptions },
): string | null {
  if (!isRead(shape)) return null
  if (options.consistencyToken !== undefined) return options.consistencyToken
  return options.consistency === undefined ? (versions?.of(namespace ?? '') ?? null) : null
}
