import type { Caller } from './call.ts'
import { namespaceNotFound } from './problem.ts'

/**
 * The namespace a request works in: the one it names, else the only one of its token, else `default`. Throws
 * `namespace_not_found`, the same bytes as for an unknown one, when the token does not name it.
 */
export function namespaceOf(caller: Caller, asked: string | undefined): string {
  const namespace = asked ?? onlyOne(caller.namespaces) ?? 'default'
  if (!isOpen(caller, namespace)) throw namespaceNotFound()
  return namespace
}

const onlyOne = (namespaces: readonly string[]) =>
  namespaces.length === 1 && namespaces[0] !== '*' ? namespaces[0] : undefined

const isOpen = (caller: Caller, namespace: string) =>
  caller.namespaces[0] === '*' || caller.namespaces.includes(namespace)
