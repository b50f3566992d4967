import { askBundle, bundleOf } from '../context-corpus.ts'
import { MARKERS } from '../corpus.ts'
import type { Exchange } from '../exchange.ts'
import type { Probe } from '../probe.ts'
import { codeOf, member, objects } from '../read.ts'
import type { OwnRequirement } from '../requirements.ts'
import type { Scenario } from '../scenario.ts'
import { narrowToken } from '../target.ts'
import { SINCE_BUNDLES } from './context.ts'
import { BAD_BODIES, methodFinding } from './requests.ts'
import { badTokens, tokenFinding } from './tokens.ts'

/** Requests for a bundle out of bounds, each with the member that is wrong. */
const OUT_OF_BOUNDS: readonly (readonly [member: string, asked: object])[] = [
  ['query', { query: ' \t ' }],
  ['query', { query: 'x'.repeat(1025) }],
  ['query', { query: undefined }],
  ['task_id', { task_id: '' }],
  ['budget_tokens', { budget_tokens: 63 }],
  ['budget_tokens', { budget_tokens: 25_001 }],
  ['budget_tokens', { budget_tokens: 500.5 }],
  ['strategy', { strategy: 'cheapest' }],
  ['deadline_ms', { deadline_ms: 99 }],
  ['sources', { sources: [] }],
  ['sources', { sources: Array.from({ length: 17 }, (_, n) => `s${n}`) }],
  ['content', { content: 'yes' }],
]

/** Who may ask for a bundle, and how. */
export const CONTEXT_REQUEST_SCENARIOS: readonly Scenario[] = [
  {
    id: 'context-bounds',
    title: 'Ask for bundles out of bounds',
    callsMax: OUT_OF_BOUNDS.length,
    judges: ['bundle-request-is-bounded'],
    since: SINCE_BUNDLES,
    run: async (probe) => {
      for (const [name, asked] of OUT_OF_BOUNDS) {
        const sent = await probe.send('contextBundle', { json: bundleOf(asked) })
        probe.judge('bundle-request-is-bounded', sent, boundFinding(sent, name))
      }
    },
  },
  {
    id: 'context-requests',
    title: 'Ask for bundles with members, parameters, bodies and methods that the operation does not take',
    callsMax: 3 + BAD_BODIES.length,
    judges: ['unknown-parameter-is-refused', 'body-is-judged', 'method-is-judged'],
    at: ['agent'],
    since: SINCE_BUNDLES,
    run: async (probe) => {
      const extra = await probe.send('contextBundle', { json: bundleOf({ offset: 3 }) })
      expectCode(probe, 'unknown-parameter-is-refused', extra, ['invalid_body'])
      const asked = await probe.send('contextBundle', { json: bundleOf({}), query: { offset: '3' } })
      expectCode(probe, 'unknown-parameter-is-refused', asked, ['unknown_parameter'])
      for (const { raw, status, codes } of BAD_BODIES)
        expectCode(probe, 'body-is-judged', await probe.send('contextBundle', { raw }), codes, status)
      const patched = await probe.send('contextBundle', { json: bundleOf({}), method: 'PATCH' })
      probe.judge('method-is-judged', patched, methodFinding(patched))
    },
  },
  {
    id: 'context-tokens',
    title: 'Ask for a bundle without a token, with none of the service, and without the scope',
    callsMax: 5,
    judges: ['token-is-needed', 'scope-is-needed'],
    at: ['agent'],
    since: SINCE_BUNDLES,
    run: async (probe) => {
      const call = { json: bundleOf({}) }
      for (const token of badTokens(probe)) {
        const refused = await probe.send('contextBundle', { ...call, token })
        probe.judge('token-is-needed', refused, tokenFinding(refused))
      }
      const narrow = await probe.send('contextBundle', { ...call, token: narrowToken(probe.target) })
      expectCode(probe, 'scope-is-needed', narrow, ['insufficient_scope'], 403)
    },
  },
  {
    id: 'context-apart',
    title: 'Ask for bundles of what only another tenant or namespace stored',
    callsMax: 4,
    judges: ['tenants-are-apart', 'namespaces-are-apart'],
    at: ['agent'],
    since: SINCE_BUNDLES,
    run: async (probe) => {
      for (const [side, other] of [
        ['a', 'b'],
        ['b', 'a'],
        ['a', 'aside'],
        ['aside', 'a'],
      ] as const) {
        const gathered = await askBundle(probe, { query: MARKERS[other] }, { side })
        const requirement = other === 'b' || side === 'b' ? 'tenants-are-apart' : 'namespaces-are-apart'
        const isApart = !gathered.text.includes(MARKERS[other])
        probe.judge(requirement, gathered, isApart ? null : `it shows a text of side ${other}`)
      }
    },
  },
]

function boundFinding(sent: Exchange, name: string): string | null {
  if (sent.status !== 400 || codeOf(sent) !== 'invalid_body')
    return `answered ${sent.status} ${codeOf(sent)}, expected 400 invalid_body`
  const isNamed = objects(member(sent.json, 'errors')).some(({ pointer }) =>
    String(pointer).startsWith(`/${name}`),
  )
  return isNamed ? null : `no finding is about ${name}`
}

function expectCode(
  probe: Probe,
  requirement: OwnRequirement,
  sent: Exchange,
  codes: readonly string[],
  status = 400,
): void {
  const isRefused = sent.status === status && codes.includes(codeOf(sent))
  const why = `answered ${sent.status} ${codeOf(sent)}, expected ${status} ${codes.join(' or ')}`
  probe.judge(requirement, sent, isRefused ? null : why)
}
