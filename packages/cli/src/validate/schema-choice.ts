import { SCHEMA_FILES } from '@cairn/contract/schema-files'
import { readInput } from '../input/read-input.ts'
import { CannotGoOn } from '../terminal/cannot-go-on.ts'
import type { Family } from './family.ts'
import type { GivenSchema } from './given-schema.ts'
import { isSchema } from './is-schema.ts'

/** What documents are judged by: a family of the contract, a schema that was brought, or what each document says it is. */
export interface Yardstick {
  readonly family?: Family
  readonly schema?: GivenSchema
  /** Whether a list of documents is itself the document that the schema is about. */
  readonly isAboutLists: boolean
}

/** A published schema, given as a file, stands for its family: the rules that it cannot say are judged too. */
const FAMILY_OF: Readonly<Record<string, Family>> = {
  'crc-v1.schema.json': 'crc-v1',
  'hux-citation.schema.json': 'research',
  'context-routing.schema.json': 'context',
}

/** Reads the schema that `--schema` names; throws CannotGoOn when it is none. */
export async function yardstickFrom(file: string): Promise<Yardstick> {
  const read = await readInput(file)
  if ('why' in read) throw new CannotGoOn(`the schema ${file} ${read.why}`)
  const family = Object.entries(SCHEMA_FILES).find(([, text]) => text === read.text)?.[0]
  if (family !== undefined && FAMILY_OF[family] !== undefined)
    return { family: FAMILY_OF[family], isAboutLists: false }
  const schema = parsed(file, read.text)
  const { givenSchema } = await import('./given-schema.ts')
  return { schema: await givenSchema(file, schema), isAboutLists: [schema.type].flat().includes('array') }
}

function parsed(file: string, text: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(text)
  } catch {
    throw new CannotGoOn(`the schema ${file} is not JSON`)
  }
}

/** Whether a file that stands where documents stand is a JSON Schema. */
export async function holdsSchema(file: string): Promise<boolean> {
  const read = await readInput(file)
  if ('why' in read) return false
  try {
    return isSchema(JSON.parse(read.text))
  } catch {
    return false
  }
}
