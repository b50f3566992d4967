/** Where this service is asked for, and whose pages may ask. */
export interface OriginRules {
  /** On a developer's machine only that machine is a good name for the service: another one is a rebound address. */
  readonly isDevelopment: boolean
  /** Origins beside the service's own whose pages may ask. */
  readonly origins: readonly string[]
}

/** Why a request may come from a page that has no business here, or null when it may be answered. A request of no page has no origin. */
export function originFault(url: URL, origin: string | null, rules: OriginRules): string | null {
  if (rules.isDevelopment && !isThisMachine(url.hostname))
    return 'A service in development is asked for by the name of its machine, as in http://127.0.0.1:8787/mcp.'
  if (origin === null || rules.origins.includes(origin) || origin === url.origin) return null
  const from = URL.parse(origin)
  if (rules.isDevelopment && from !== null && isThisMachine(from.hostname)) return null
  return 'Pages of this origin may not ask here; MCP_ORIGINS of the deployment names those that may.'
}

const isThisMachine = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '127.0.0.1' ||
  hostname === '[::1]'
