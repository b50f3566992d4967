import { type Client, createClient } from '@cairn/client'
import { computed, signal } from '@preact/signals'

const KEY = 'cairn-token'
const NAMESPACE = 'cairn-namespace'

/** The access token of this tab; it leaves with the tab, and is never in an address. */
export const token = signal<string | null>(takeFromAddress() ?? sessionStorage.getItem(KEY))
/** The namespace that is looked at; null is the only one of the token, or `default`. */
export const namespace = signal<string | null>(
  new URLSearchParams(location.search).get('namespace') ?? sessionStorage.getItem(NAMESPACE),
)

token.subscribe((value) => keep(KEY, value))
namespace.subscribe((value) => keep(NAMESPACE, value))

/** Speaks to the service that serves this page. */
export const client = computed<Client>(() =>
  createClient({
    baseUrl: location.origin,
    ...(token.value === null ? {} : { token: token.value }),
    ...(namespace.value === null ? {} : { namespace: namespace.value }),
  }),
)

/** What a token says of itself; null where it is none. The service alone judges it. */
export function claimsOf(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const body = text.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(body), (c) => c.charCodeAt(0))))
  } catch {
    return null
  }
}

/** A link of `npm start` brings the token behind `#`, which no server sees; it is taken out of the address at once. */
function takeFromAddress(): string | null {
  const found = /^#token=([\w.-]+)$/.exec(location.hash)?.[1] ?? null
  if (found !== null) history.replaceState(null, '', location.pathname + location.search)
  return found
}

function keep(key: string, value: string | null): void {
  if (value === null) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, value)
}
