import { createClient, Refused } from '@cairn/client'
import { CONTRACT_VERSION } from '@cairn/contract/version'
import { claimsOf } from '../commands/auth.ts'
import { addressOf, type ConnectionFlags, tokenOf } from '../connection/connection.ts'

/** One thing that was looked at. */
export interface Finding {
  readonly what: string
  readonly ok: boolean
  readonly found: string
  /** What to do when it is not well. */
  readonly help?: string
}

const NODE_MAJOR_FOR_DEV = 22
const CLOCK_SKEW_MS_MAX = 60_000

/** Looks at this machine, the address, the service, the token and the namespace, in that order; stops where the next needs the one before. */
export async function examine(flags: ConnectionFlags): Promise<Finding[]> {
  const findings = [node()]
  const address = attempt('address', () => addressOf(flags))
  findings.push(address.finding)
  if (address.value === null) return findings
  const health = await answering(address.value)
  findings.push(...health.findings)
  const token = attempt('token', () => tokenOf(flags))
  if (token.value === null) return [...findings, token.finding]
  findings.push(tokenFinding(token.value))
  if (!health.answers) return findings
  return [...findings, await reading({ ...flags, url: address.value, token: token.value })]
}

function node(): Finding {
  const { node: version } = process.versions
  const ok = Number(version.split('.')[0]) >= NODE_MAJOR_FOR_DEV
  return {
    what: 'Node',
    ok: true,
    found: ok
      ? version
      : `${version}, enough for everything but \`cairn dev\`, which needs ${NODE_MAJOR_FOR_DEV}`,
  }
}

function attempt(
  what: string,
  read: () => string,
): { readonly value: string | null; readonly finding: Finding } {
  try {
    const value = read()
    return { value, finding: { what, ok: true, found: value } }
  } catch (error) {
    return { value: null, finding: { what, ok: false, found: (error as Error).message } }
  }
}

async function answering(url: string): Promise<{ readonly answers: boolean; readonly findings: Finding[] }> {
  try {
    const answer = await fetch(new URL('/ready', url), { signal: AbortSignal.timeout(10_000) })
    const text = await answer.text()
    const contract = answer.headers.get('contract-version')
    if (contract === null)
      return {
        answers: false,
        findings: [
          {
            what: 'service',
            ok: false,
            found: `${url} answers, but is no Cairn`,
            help: 'is another service on that port? --url names the right one',
          },
        ],
      }
    return {
      answers: true,
      findings: [
        answer.ok
          ? { what: 'service', ok: true, found: 'ready' }
          : {
              what: 'service',
              ok: false,
              found: `not ready: ${text.slice(0, 300)}`,
              help: 'it says what it waits for; the log of the deployment says more',
            },
        contractFinding(contract),
        clock(answer.headers.get('date')),
      ],
    }
  } catch (error) {
    const why = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
    return {
      answers: false,
      findings: [
        {
          what: 'service',
          ok: false,
          found: `no answer: ${why}`,
          help: '`npm start` or `cairn dev` runs one here; --url or CAIRN_URL names another',
        },
      ],
    }
  }
}

function contractFinding(served: string): Finding {
  const [major, minor] = [served, CONTRACT_VERSION].map((version) => version.split('.').map(Number)) as [
    number[],
    number[],
  ]
  const ok = major[0] === minor[0] && Math.abs(major[1]! - minor[1]!) <= 1
  return {
    what: 'contract',
    ok,
    found: `the service is on ${served}, this command on ${CONTRACT_VERSION}`,
    help: 'they work together one minor version apart: install the @cairn/cli of the service',
  }
}

function clock(date: string | null): Finding {
  const skew = date === null ? 0 : Math.abs(Date.parse(date) - Date.now())
  return {
    what: 'clock',
    ok: skew <= CLOCK_SKEW_MS_MAX,
    found: date === null ? 'not told by the service' : `${Math.round(skew / 1000)} s apart`,
    help: 'tokens are refused when clocks differ: set this one by the network',
  }
}

function tokenFinding(token: string): Finding {
  const help = '`cairn auth token` signs a new one for a Cairn on this machine'
  try {
    const { exp, tenant, scope } = claimsOf(token)
    const isOver = exp !== undefined && exp * 1000 < Date.now()
    const until = exp === undefined ? 'for ever' : `until ${new Date(exp * 1000).toISOString()}`
    return { what: 'token', ok: !isOver, found: `tenant ${tenant}, ${scope}, ${until}`, help }
  } catch (error) {
    return { what: 'token', ok: false, found: (error as Error).message, help }
  }
}

async function reading({
  url,
  token,
  namespace,
}: ConnectionFlags & { url: string; token: string }): Promise<Finding> {
  const client = createClient({ baseUrl: url, token, ...(namespace === undefined ? {} : { namespace }) })
  try {
    const { pointers } = await client.search({ query: 'anything', limit: 1 })
    return {
      what: 'search',
      ok: true,
      found: pointers.length === 0 ? 'answers; nothing found for "anything"' : 'answers',
    }
  } catch (error) {
    const code = error instanceof Refused ? `${error.code}: ${error.detail}` : String(error)
    return { what: 'search', ok: false, found: code, help: '`cairn auth show` says what the token opens' }
  }
}
