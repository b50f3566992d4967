import type { CallOptions } from '../call.ts'
import { SOURCE } from '../corpus.ts'
import type { Probe } from '../probe.ts'
import { codeOf } from '../read.ts'
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
    run: async (probe) => {
      const tokens = [
        null,
        'not-a-token',
        withoutSignature(probe.target.tokens.a),
        retold(probe.target.tokens.a),
      ]
      for (const [operation, call] of GUARDED)
        for (const token of tokens) await expectRefused(probe, operation, { ...call, token })
    },
  },
  {
    id: 'scopes-missing',
    title: 'Ask with a token that has no scope for it',
    callsMax: GUARDED.length,
    judges: ['scope-is-needed'],
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

async function expectRefused(probe: Probe, operation: string, call: CallOptions): Promise<void> {
  const refused = await probe.send(operation, call)
  const challenge = refused.headers.get('www-authenticate') ?? ''
  const isRefused = refused.status === 401 && codeOf(refused) === 'unauthenticated'
  const why = isRefused ? null : `answered ${refused.status} ${codeOf(refused)}, expected 401 unauthenticated`
  const tells = /^Bearer /i.test(challenge) && challenge.includes('resource_metadata=')
  probe.judge(
    'token-is-needed',
    refused,
    why ?? (tells ? null : `WWW-Authenticate is ${challenge || 'absent'}`),
  )
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
