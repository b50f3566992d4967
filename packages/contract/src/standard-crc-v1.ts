import type { CrcV1 } from './answer.ts'
import type { ConformantAnswer } from './conformant-answer.ts'
import { type Parsed, safeParse } from './parse-crc-v1.ts'
import { issueOf, type StandardResult, standardSchema } from './standard-schema.ts'

/** CRC-v1 as a Standard Schema: the schema and the contract's prose. */
export const crcV1 = standardSchema(
  (value): StandardResult<ConformantAnswer> => told(safeParse(value), value),
)

/** CRC-v1 in this product's profile as a Standard Schema. */
export const cairnCrcV1 = standardSchema(
  (value): StandardResult<CrcV1> => told(safeParse(value, { profile: 'cairn' }), value),
)

function told<A>(parsed: Parsed<A>, value: unknown): StandardResult<A> {
  return parsed.success
    ? { value: parsed.data }
    : { issues: parsed.error.findings.map((finding) => issueOf(finding, value)) }
}
