import { type Kind, TIERS } from '@cairn/contract/crc-v1'
import { checkLegacy, type LegacyBody } from '@cairn/contract/legacy'
import type { Exchange } from '../exchange.ts'
import { linesOf, member } from '../read.ts'
import {
  type AnswerCheck,
  isCrcRead,
  isOwnMethod,
  isRefusal,
  isSuccess,
  negotiated,
  queryOf,
} from './answer-check.ts'

/** What the statuses and bodies of successes must be. */
export const BODY_CHECKS: readonly AnswerCheck[] = [
  {
    requirement: 'no-server-error',
    applies: () => true,
    check: ({ status }) => (status < 500 ? null : `answered ${status}`),
  },
  {
    requirement: 'success-status',
    applies: (exchange) => isSuccess(exchange) && isOwnMethod(exchange),
    check: ({ status, operation }) =>
      status === operation.success.status ? null : `answered ${status}, expected ${operation.success.status}`,
  },
  { requirement: 'body-is-typed-json', applies: ({ status }) => status !== 304, check: checkJson },
  {
    requirement: 'text-is-well-formed',
    applies: ({ json }) => json !== undefined,
    check: ({ json }) => {
      const broken = illFormed(json)
      return broken === null ? null : `a text is ill-formed: ${JSON.stringify(broken.slice(0, 80))}`
    },
  },
  {
    requirement: 'kind-of-the-operation',
    applies: isCrcAnswer,
    check: ({ json, operation }) => expectMember(json, 'kind', operation.kind),
  },
  {
    requirement: 'tier-is-echoed',
    applies: (exchange) => isCrcAnswer(exchange) && askedTier(exchange) !== null,
    check: (exchange) => expectMember(exchange.json, 'hydrate_tier', askedTier(exchange)),
  },
  {
    requirement: 'default-tier-is-pointer',
    applies: (exchange) => isCrcAnswer(exchange) && askedTier(exchange) === null && !hasBudget(exchange),
    check: ({ json }) => expectMember(json, 'hydrate_tier', 'pointer'),
  },
  {
    requirement: 'legacy-body',
    applies: (exchange) => isCrcRead(exchange) && isSuccess(exchange) && negotiated(exchange) === 'legacy',
    check: ({ operation, json }) => {
      const finding = checkLegacy(LEGACY_BODY[operation.kind!], json)[0]
      return finding === undefined ? null : `at ${finding.pointer || 'the top'}: ${finding.message}`
    },
  },
]

const LEGACY_BODY: Readonly<Record<Kind, LegacyBody>> = {
  search: 'search',
  addressed: 'fetch',
  fact: 'facts',
  session: 'session',
}

/** Whether an exchange was answered with what should be a CRC-v1 document. */
export function isCrcAnswer(exchange: Exchange): boolean {
  return isCrcRead(exchange) && isSuccess(exchange) && negotiated(exchange) === 'crc-v1'
}

/** The tier a request asked for, in its address or its body; null when it said nothing. */
export function askedTier({ request }: Exchange): string | null {
  const inAddress = queryOf(request.address).get('hydrate')
  if (inAddress !== null) return inAddress
  if (request.method !== 'POST') return null
  const inBody = member(parse(request.body), 'hydrate')
  return (TIERS as readonly unknown[]).includes(inBody) ? (inBody as string) : null
}

/** A budget without a tier means bodies, as many as fit. */
const hasBudget = ({ request }: Exchange) =>
  queryOf(request.address).has('token_budget') || member(parse(request.body), 'token_budget') !== undefined

/** The first text in a JSON value that holds half a surrogate pair; null without one. */
function illFormed(json: unknown): string | null {
  const pending = [json]
  while (pending.length > 0) {
    const value = pending.pop()
    if (typeof value === 'string' && !value.isWellFormed()) return value
    if (typeof value === 'object' && value !== null) pending.push(...Object.values(value))
  }
  return null
}

function checkJson(exchange: Exchange): string | null {
  const type = (exchange.headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase()
  const { json, text } = exchange
  if (type === 'application/x-ndjson') {
    const lines = text.split('\n').filter((line) => line.trim() !== '')
    return linesOf(exchange).length === lines.length ? null : 'a line of the answer is no JSON object'
  }
  const expected = isRefusal(exchange)
    ? /^application\/problem\+json$/
    : /^application\/([a-z0-9.-]+\+)?json$/
  if (!expected.test(type))
    return `Content-Type is ${type || 'absent'}, expected ${isRefusal(exchange) ? 'application/problem+json' : 'a JSON type'}`
  return json === undefined ? 'the body is no JSON' : null
}

function expectMember(json: unknown, name: string, expected: unknown): string | null {
  const found = member(json, name)
  return found === expected
    ? null
    : `${name} is ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`
}

function parse(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
