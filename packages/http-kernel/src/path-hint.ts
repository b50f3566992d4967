import type { Operation } from '@cairn/contract/operation'

/**
 * What was probably meant by a path where no operation is: one without the slash at its end, or one whose last part is an id
 * with its slashes escaped. Null where neither leads anywhere. Nothing of the path is printed back.
 */
export function pathHint(operations: readonly Operation[], pathname: string): string | null {
  const asked = pathname.split('/')
  const isOpen = pathname.endsWith('/') && asked.length > 2
  const near = operations.map(({ path }) => path).filter((path) => isUnder(path.split('/'), asked))
  const closed = near.find((path) => isOpen && path.split('/').length === asked.length - 1)
  if (closed !== undefined) return `Leave out the slash at the end: ${closed}.`
  const [longest] = near
    .filter((path) => path.endsWith('}') && path.split('/').length < asked.length)
    .sort((a, b) => b.split('/').length - a.split('/').length)
  return longest === undefined ? null : `Write a slash inside an id as %2F; the path is ${longest}.`
}

/** Whether a path begins as `template` says, up to its last part where that is an id. */
function isUnder(template: readonly string[], asked: readonly string[]): boolean {
  return template.every((part, i) => (part.startsWith('{') ? (asked[i] ?? '') !== '' : part === asked[i]))
}
