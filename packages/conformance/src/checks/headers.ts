import { type AnswerCheck, isCrcRead, isOwnMethod, isRefusal, isSuccess, negotiated } from './answer-check.ts'

/** What the headers of answers must say. */
export const HEADER_CHECKS: readonly AnswerCheck[] = [
  {
    requirement: 'contract-version-header',
    applies: () => true,
    check: ({ headers }) => {
      const version = headers.get('contract-version')
      return /^\d+\.\d+\.\d+$/.test(version ?? '')
        ? null
        : `Contract-Version is ${version}, expected <major>.<minor>.<patch>`
    },
  },
  {
    requirement: 'content-contract-header',
    applies: (exchange) => isCrcRead(exchange) && isOwnMethod(exchange),
    check: (exchange) =>
      expectEqual('Content-Contract', exchange.headers.get('content-contract'), negotiated(exchange)),
  },
  {
    requirement: 'vary-accept-contract',
    applies: (exchange) => isCrcRead(exchange) && isOwnMethod(exchange),
    check: ({ headers }) => {
      const vary = headers.get('vary')
      const names = (vary ?? '').split(',').map((name) => name.trim().toLowerCase())
      return names.includes('accept-contract') || names.includes('*')
        ? null
        : `Vary is ${vary}, expected Accept-Contract in it`
    },
  },
  {
    requirement: 'consistency-token-header',
    applies: (exchange) => isCrcRead(exchange) && isSuccess(exchange),
    check: ({ headers }) => {
      const token = headers.get('consistency-token')
      return /^[A-Za-z0-9_-]{1,64}\.\d{1,15}$/.test(token ?? '')
        ? null
        : `Consistency-Token is ${token}, expected <epoch>.<version>`
    },
  },
  {
    requirement: 'credentialed-is-private',
    applies: (exchange) => exchange.operation.scope !== null && isSuccess(exchange),
    check: ({ headers }) => {
      const cache = headers.get('cache-control')
      const rules = (cache ?? '')
        .toLowerCase()
        .split(',')
        .map((rule) => rule.trim())
      return rules.includes('private') || rules.includes('no-store')
        ? null
        : `Cache-Control is ${cache}, expected private or no-store`
    },
  },
  {
    requirement: 'problem-is-not-stored',
    applies: isRefusal,
    check: ({ headers }) => {
      const cache = headers.get('cache-control')
      return (cache ?? '').toLowerCase().includes('no-store')
        ? null
        : `Cache-Control is ${cache}, expected no-store`
    },
  },
]

function expectEqual(name: string, found: string | null, expected: string): string | null {
  return found === expected ? null : `${name} is ${found}, expected ${expected}`
}
