import { problemCodesOf } from '@cairn/contract/problem-codes'
import type { Exchange } from './exchange.ts'
import { codeOf } from './read.ts'
import { JUDGED_SINCE } from './requirement.ts'

/** Whether there is such a Worker at all. One that a service may do without is not there when its address is that of nothing. */
export function isThere(exchange: Exchange): boolean {
  const { worker, status, operation, request } = exchange
  if (JUDGED_SINCE[worker] === undefined || request.method !== operation.method) return true
  const listed: readonly string[] = problemCodesOf(operation)
  return !NOTHING_HERE.includes(status) || (status === 404 && listed.includes(codeOf(exchange)))
}

const NOTHING_HERE: readonly number[] = [404, 405, 501]
