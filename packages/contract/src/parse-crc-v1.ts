import type { CrcV1 } from './answer.ts'
import type { ConformantAnswer } from './conformant-answer.ts'
import { ContractViolation } from './contract-violation.ts'
import { type RuleFinding, type ValidateOptions, validateCrcV1 } from './validate.ts'

/** How much is asked of an answer: the contract alone (`crc-v1`, the default), or this product's profile too (`cairn`). */
export interface ParseOptions extends ValidateOptions {
  readonly profile?: 'crc-v1' | 'cairn'
}

/** An answer and what it might do better, or why it is none. */
export type Parsed<A> =
  | { readonly success: true; readonly data: A; readonly findings: readonly RuleFinding[] }
  | { readonly success: false; readonly error: ContractViolation<RuleFinding> }

/** The document itself, typed, when it is a CRC-v1 answer; throws `ContractViolation` with every broken MUST when it is none. */
export function parse(document: unknown, options: ParseOptions & { readonly profile: 'cairn' }): CrcV1
export function parse(document: unknown, options?: ParseOptions): ConformantAnswer
export function parse(document: unknown, options: ParseOptions = {}): ConformantAnswer | CrcV1 {
  const parsed = safeParse(document, options)
  if (!parsed.success) throw parsed.error
  return parsed.data
}

/** Like `parse`, but tells instead of throwing. Anything may be passed; the document is never changed. */
export function safeParse(
  document: unknown,
  options: ParseOptions & { readonly profile: 'cairn' },
): Parsed<CrcV1>
export function safeParse(document: unknown, options?: ParseOptions): Parsed<ConformantAnswer>
export function safeParse(document: unknown, options: ParseOptions = {}): Parsed<ConformantAnswer | CrcV1> {
  const { conformant, cairn, findings } = validateCrcV1(document, options)
  const isCairn = options.profile === 'cairn'
  if (isCairn ? cairn : conformant) return { success: true, data: document as ConformantAnswer, findings }
  const broken = findings.filter(
    ({ severity, authority }) => severity === 'MUST' && (isCairn || authority !== 'cairn'),
  )
  return { success: false, error: new ContractViolation(broken) }
}
