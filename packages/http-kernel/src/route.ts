import type { Operation, WorkerName } from '@cairn/contract/operation'
import { OPERATIONS, SIBLING_OPERATIONS } from '@cairn/contract/operations'
import { type IRequest, IttyRouter } from 'itty-router'

/** What an address leads to: an operation with its raw path parameters, or the methods the address does take (none: not found). */
export type Route =
  | { readonly operation: Operation; readonly rawPath: Readonly<Record<string, string>> }
  | { readonly operation: null; readonly methods: readonly string[] }

/** The operations a Worker answers: its own, those for its siblings alone, and its health. */
export function operationsOf(worker: WorkerName): readonly Operation[] {
  return [...OPERATIONS, ...SIBLING_OPERATIONS].filter(
    (operation: Operation) => operation.worker === worker || HEALTH.has(operation.id),
  )
}

/** The operations of all Workers, as a front door routes them. */
export function everyOperation(): readonly Operation[] {
  return OPERATIONS
}

/** Finds operations by method and address. HEAD is GET; a path with a trailing slash is another path, and nothing is there. */
export function router(operations: readonly Operation[]): (method: string, url: URL) => Promise<Route> {
  const found = IttyRouter()
  for (const operation of [...operations].sort(fixedSegmentsFirst)) {
    const path = operation.path.replace(/\{(\w+)\}/g, ':$1')
    found[operation.method.toLowerCase()]!(
      path,
      (asked: IRequest): Route => ({ operation, rawPath: { ...asked.params } }),
    )
    found.all(path, (_asked: IRequest, methods: string[]) => {
      methods.push(operation.method)
    })
  }
  return async (method, url) => {
    const methods: string[] = []
    if (url.pathname.endsWith('/')) return { operation: null, methods }
    const asked = { method: method === 'HEAD' ? 'GET' : method, url: url.href }
    return (await found.fetch(asked, methods)) ?? { operation: null, methods }
  }
}

/** The value of `Allow` for an address that takes these methods. */
export function allowOf(methods: readonly string[]): string {
  const head = methods.includes('GET') ? ['HEAD'] : []
  return [...new Set([...methods, ...head, 'OPTIONS'])].sort().join(', ')
}

const HEALTH = new Set(['health', 'ready'])
const parameterCount = (operation: Operation) => operation.path.split('{').length
const fixedSegmentsFirst = (a: Operation, b: Operation) => parameterCount(a) - parameterCount(b)
