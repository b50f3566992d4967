import { problemCodesOf } from '@cairn/contract/problem-codes'
import { PROBLEMS, type ProblemCode, type ProblemKind } from '@cairn/contract/problems'
import { resolutionPointer } from '@cairn/contract/resolution'
import type { Exchange } from '../exchange.ts'
import { codeOf, member } from '../read.ts'
import { type AnswerCheck, isOwnMethod, isRefusal } from './answer-check.ts'

/** What refusals must be. */
export const PROBLEM_CHECKS: readonly AnswerCheck[] = [
  { requirement: 'problem-document', applies: isRefusal, check: checkDocument },
  {
    requirement: 'problem-code-is-listed',
    applies: (exchange) => isRefusal(exchange) && isOwnMethod(exchange),
    check: (exchange) => {
      const listed: readonly string[] = problemCodesOf(exchange.operation)
      return listed.includes(codeOf(exchange))
        ? null
        : `${exchange.operation.id} answered with code ${codeOf(exchange) || 'none'}, which it does not list`
    },
  },
]

function checkDocument(exchange: Exchange): string | null {
  const code = codeOf(exchange)
  const kind: ProblemKind | undefined = Object.hasOwn(PROBLEMS, code)
    ? PROBLEMS[code as ProblemCode]
    : undefined
  if (kind === undefined) return `code is ${code || 'absent'}, which the catalogue does not know`
  if (exchange.status !== kind.status)
    return `${code} came with status ${exchange.status}, expected ${kind.status}`
  if (member(exchange.json, 'status') !== kind.status) return `the member status differs from ${kind.status}`
  if (member(exchange.json, 'title') !== kind.title) return `title is not the catalogue's “${kind.title}”`
  for (const name of ['type', 'detail', 'instance'])
    if (typeof member(exchange.json, name) !== 'string') return `${name} is absent`
  const expected = kind.resolution === undefined ? undefined : resolutionPointer(kind.resolution)
  if (member(exchange.json, 'resolution') !== expected)
    return `resolution is ${member(exchange.json, 'resolution')}, expected ${expected}`
  return null
}
