import type { Operation } from '../operation.ts'
import { OPERATIONS } from '../operations.ts'
import { problemCodesOf } from '../problem-codes.ts'
import { PROBLEMS, type ProblemCode, type ProblemKind, problemType } from '../problems.ts'
import { resolutionPointer } from '../resolution.ts'
import { headersNamed, headersOfEvery } from './response-headers.ts'

/** Every way in which some operation refuses, by the name its component has: one for each status, codes and headers. */
export const PROBLEM_RESPONSES: Readonly<Record<string, object>> = named(OPERATIONS)

/** How an operation refuses: a reference a status, to the response that lists the codes which give it. */
export function problemResponses(operation: Operation): Record<string, object> {
  return Object.fromEntries(
    responsesOf(operation).map(([status, response]) => [
      status,
      { $ref: `#/components/responses/${nameOf(response)}` },
    ]),
  )
}

function nameOf(response: object): string {
  const text = JSON.stringify(response)
  const found = Object.entries(PROBLEM_RESPONSES).find(([, known]) => JSON.stringify(known) === text)
  if (found === undefined) throw new Error('the operation is not in the table')
  return found[0]
}

/** `Problem404` is the first sort of 404 in the table's order, `Problem404-2` the second. */
function named(operations: readonly Operation[]): Record<string, object> {
  const names = new Map<string, string>()
  const counts = new Map<number, number>()
  const responses: Record<string, object> = {}
  for (const [status, response] of operations.flatMap(responsesOf)) {
    const text = JSON.stringify(response)
    if (names.has(text)) continue
    const count = (counts.get(status) ?? 0) + 1
    const name = count === 1 ? `Problem${status}` : `Problem${status}-${count}`
    counts.set(status, count)
    names.set(text, name)
    responses[name] = response
  }
  return responses
}

function responsesOf(operation: Operation): (readonly [status: number, response: object])[] {
  const byStatus = new Map<number, ProblemCode[]>()
  for (const code of problemCodesOf(operation)) {
    const { status } = PROBLEMS[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return [...byStatus].map(([status, codes]) => [status, response(operation, status, codes)] as const)
}

function response(operation: Operation, status: number, codes: readonly ProblemCode[]): object {
  return {
    description: codes.map((code) => `\`${code}\`: ${PROBLEMS[code].title}.`).join(' '),
    headers: headersNamed([...headersOfEvery(operation), ...headersOfStatus(status, codes)]),
    content: {
      'application/problem+json': {
        schema: {
          allOf: [{ $ref: '#/components/schemas/Problem' }],
          properties: { code: { enum: codes }, status: { const: status } },
        },
        example: example(codes[0]!),
      },
    },
  }
}

function headersOfStatus(status: number, codes: readonly ProblemCode[]) {
  return [
    ...(status === 401 ? (['WWW-Authenticate'] as const) : []),
    ...(status === 405 ? (['Allow'] as const) : []),
    ...(codes.some((code) => PROBLEMS[code].retryable) ? (['Retry-After'] as const) : []),
  ]
}

function example(code: ProblemCode): object {
  const { status, title, resolution }: ProblemKind = PROBLEMS[code]
  return {
    type: problemType(code),
    title,
    status,
    code,
    detail: `${title}.`,
    instance: '/v1/facts/acme/works_at',
    ...(resolution === undefined ? {} : { resolution: resolutionPointer(resolution) }),
  }
}
