import { SCHEMA_FILES } from '@cairn/contract/schema-files'
import { schemaVerdict } from '@cairn/contract/schema-verdict'
import { validateCrcV1 } from '@cairn/contract/validate'
import { type Schema, Validator } from '@cfworker/json-schema'
import { crcV1Zod } from './zod-answer.ts'

/** A vector of fixtures/vectors/crc-v1.json, as far as it matters here. */
export interface Vector {
  readonly name: string
  readonly document: unknown
  readonly schema: boolean
}

/** One thing that is timed: what it makes of an answer's text, or of the answer. */
export interface Subject {
  readonly name: string
  /** Whether it accepts the answer; only the first takes the text. */
  readonly accepts: (answer: unknown, text: string) => boolean
  /** Whether it says no more and no less than the schema. */
  readonly isSchema: boolean
}

const cfworker = new Validator(JSON.parse(SCHEMA_FILES['crc-v1.schema.json']) as Schema, '2020-12')

export const SUBJECTS: readonly Subject[] = [
  { name: 'JSON.parse', accepts: (_, text) => JSON.parse(text) !== null, isSchema: false },
  { name: '@cairn/contract, the schema', accepts: schemaVerdict, isSchema: true },
  {
    name: '@cairn/contract, every rule',
    accepts: (answer) => validateCrcV1(answer).conformant,
    isSchema: false,
  },
  { name: '@cfworker/json-schema', accepts: (answer) => cfworker.validate(answer).valid, isSchema: true },
  { name: 'zod', accepts: (answer) => crcV1Zod.safeParse(answer).success, isSchema: true },
]

/** How many vectors a subject judges as the schema does. */
export function agreementWith(
  name: string,
  vectors: readonly Vector[],
): { readonly right: number; readonly of: number } {
  const subject = SUBJECTS.find((one) => one.name === name)!
  if (!subject.isSchema) return { right: 0, of: 0 }
  const right = vectors.filter(({ document, schema }) => subject.accepts(document, '') === schema).length
  return { right, of: vectors.length }
}
