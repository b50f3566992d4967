import { validateCrcV1 } from '@cairn/contract/validate'
import type { Answer } from '@cairn/test-kit/start-cairn'
import { countTokens } from '@cairn/text/tokens'
import { expect } from 'vitest'

/** The body of an answer that must be CRC-v1, in the profile of this product too. */
// biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
export function judged(answer: Answer): any {
  expect(answer.status).toBe(200)
  expect(validateCrcV1(answer.body, { countTokens }).findings).toEqual([])
  expect(answer.headers.get('content-contract')).toBe('crc-v1')
  expect(answer.headers.get('consistency-token')).toMatch(/^[A-Za-z0-9_-]+\.\d+$/)
  return answer.body
}

/** The problem code of an answer that must be a refusal of this status. */
export function refused(answer: Answer, status: number): string {
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toContain('application/problem+json')
  expect(answer.body.status).toBe(status)
  return answer.body.code as string
}
