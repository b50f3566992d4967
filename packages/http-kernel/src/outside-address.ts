/** Where a deployment may ask: the hosts it names, and whether servers on its own machine and network count as well. */
export interface OutsideRules {
  /** Lower-case host names. */
  readonly hosts: readonly string[]
  readonly privateAllowed: boolean
}

/** The rules as variables say them: hosts comma-separated, `allowed` for private ones. */
export function outsideRules(env: {
  readonly FEDERATION_HOSTS?: string
  readonly FEDERATION_PRIVATE?: string
}): OutsideRules {
  const hosts = (env.FEDERATION_HOSTS ?? '').split(',').map((host) => host.trim().toLowerCase())
  return { hosts: hosts.filter((host) => host !== ''), privateAllowed: env.FEDERATION_PRIVATE === 'allowed' }
}

/**
 * Why an address may not be asked, or null when it may: https on port 443, no user, no IP literal, a host that is named. Where
 * private servers are allowed, one at an IP literal or `localhost` may be asked by http and at any port.
 */
export function outsideFault(address: string, { hosts, privateAllowed }: OutsideRules): string | null {
  const url = URL.parse(address)
  if (url === null) return 'expected an address, as in https://peer.example.org'
  if (url.username !== '' || url.password !== '') return 'expected an address without a user in it'
  if (url.search !== '' || url.hash !== '') return 'expected an address without query and fragment'
  const isPrivate = isOwn(url.hostname)
  if (isPrivate && privateAllowed && /^https?:$/.test(url.protocol)) return null
  if (url.protocol !== 'https:') return 'expected an https address'
  if (isPrivate) return 'expected a host by name, not an IP address or this machine'
  if (url.port !== '') return 'expected port 443, which needs no mention'
  if (!hosts.includes(url.hostname)) return 'expected a host that FEDERATION_HOSTS of this deployment names'
  return null
}

/** The URL parser has made every spelling of an IPv4 address the dotted one, and put IPv6 into brackets. */
function isOwn(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '')
  return (
    /^\d+\.\d+\.\d+\.\d+$/.test(host) ||
    host.startsWith('[') ||
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    !host.includes('.')
  )
}
