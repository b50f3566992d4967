import { signal } from '@preact/signals'

/** Where the person is: the parts of the path below `/console`, decoded, and the query. */
export interface Route {
  readonly parts: readonly string[]
  readonly query: URLSearchParams
}

/** The route of this page; it follows links, `go` and the history. */
export const route = signal<Route>(read())

addEventListener('popstate', () => {
  route.value = read()
})
document.addEventListener('click', (event) => {
  const link = (event.target as Element).closest?.('a[href^="/console"]')
  if (link === null || link === undefined || event.defaultPrevented || event.button !== 0) return
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || link.hasAttribute('target')) return
  event.preventDefault()
  go(link.getAttribute('href')!)
})

/** Goes to an address of the console; `replace` leaves no step in the history. */
export function go(address: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', address)
  route.value = read()
  if (!replace) scrollTo(0, 0)
}

/** An address of the console: each part percent-encoded, what is empty in the query left out. */
export function linkTo(
  parts: readonly string[],
  query: Readonly<Record<string, string | undefined>> = {},
): string {
  const search = new URLSearchParams(
    Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== ''),
  ).toString()
  return `/console/${parts.map(encodeURIComponent).join('/')}${search === '' ? '' : `?${search}`}`
}

function read(): Route {
  const parts = location.pathname
    .replace(/^\/console\/?/, '')
    .split('/')
    .filter((part) => part !== '')
    .map(decoded)
  return { parts, query: new URLSearchParams(location.search) }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
