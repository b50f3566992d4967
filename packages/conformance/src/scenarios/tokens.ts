import type { CallOptions } from '../call.ts'
import { SOURCE } from '../corpus.ts'
import type { Exchange } from '../exchange.ts'
import type { Probe } from '../probe.ts'
import { codeOf } from '../read.ts'
import { STORE_WORKERS } from '../requirement.ts'
import type { Scenario } from '../scenario.ts'
import { narrowToken } from '../target.ts'

/** One operation of each Worker that needs a token. */
const GUARDED: readonly (readonly [string, CallOptions])[] = [
  ['search', { json: { query: 'walkabout' } }],
  ['fetchContent', { json: { refs: ['1:0'] } }],
  ['getFact', { path: { entity: 'conformance', key: 'motto' } }],
  ['listDocuments', { path: { id: SOURCE } }],
]

/** Who may ask. */
export const TOKEN_SCENARIOS: readonly Scenario[] = [
  {
    id: 'tokens-missing',
    title: 'Ask without a token, with none of the service, and with one that was tampered with',
    callsMax: 4 * GUARDED.length,
    judges: ['token-is-needed'],
    at: STORE_WORKERS,
    run: async (probe) => {
      for (const [operation, call] of GUARDED)
        for (const token of badTokens(probe)) {
          const refused = await probe.send(operation, { ...call, token })
          probe.judge('token-is-needed', refused, tokenFinding(refused))
        }
    },
  },
  {
    id: 'scopes-missing',
    title: 'Ask with a token that has no scope for it',
    callsMax: GUARDED.length,
    judges: ['scope-is-needed'],
    at: STORE_WORKERS,
    run: async (probe) => {
      const token = narrowToken(probe.target)
      for (const [operation, call] of GUARDED) {
        const refused = await probe.send(operation, { ...call, token })
        const isRefused = refused.status === 403 && codeOf(refused) === 'insufficient_scope'
        probe.judge(
          'scope-is-needed',
          refused,
          isRefused ? null : `answered ${refused.status} ${codeOf(refused)}`,
        )
      }
    },
  },
]

/** No token, and tokens that are none of the service. */
export function badTokens({ target }: Probe): readonly (string | null)[] {
  const { a } = target.tokens
  return [null, 'not-a-token', withoutSignature(a), retold(a)]
}

/** Why an answer is no refusal of a token; null where it is one. */
export function tokenFinding(refused: Exchange): string | null {
  const challenge = refused.headers.get('www-authenticate') ?? ''
  const isRefused = refused.status === 401 && codeOf(refused) === 'unauthenticated'
  const why = isRefused ? null : `answered ${refused.status} ${codeOf(refused)}, expected 401 unauthenticated`
  const tells = /^Bearer /i.test(challenge) && challenge.includes('resource_metadata=')
  return why ?? (tells ? null : `WWW-Authenticate is ${challenge || 'absent'}`)
}

/** The token with another tenant in its claims and its old signature. */
function retold(token: string): string {
  const [header = '', , signature = ''] = token.split('.')
  return [
    header,
    btoa('{"tenant":"someone-else","ns":["*"],"scope":"query:read"}').replace(/=+$/, ''),
    signature,
  ].join('.')
}

const withoutSignature = (token: string) => `${token.split('.').slice(0, 2).join('.')}.`
