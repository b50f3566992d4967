import { schemas } from '../generated/crc-v1.js'
import type { JsonSchema } from '../operation.ts'
import { filter } from '../operations/schemas.ts'

const ADDRESS = '#/components/schemas/'
const NAMES: ReadonlyMap<unknown, string> = new Map([
  [schemas.crcV1.$id, 'CrcV1'],
  [filter.$id, 'Filter'],
])

/** A copy of a schema in which what is published under a name of its own is a reference to `components`. */
export function inComponents(schema: JsonSchema): JsonSchema {
  return rewritten(schema, null)
}

/** The component of a schema that has an address: what it says, its references to itself made to the component. */
export function asComponent(schema: JsonSchema): JsonSchema {
  const { $id, $schema: _, ...rest } = schema
  return rewritten(rest, NAMES.get($id) ?? null)
}

function rewritten(schema: JsonSchema, self: string | null): JsonSchema {
  const name = NAMES.get(schema.$id) ?? NAMES.get(schema.$ref)
  if (name !== undefined) return { $ref: `${ADDRESS}${name}` }
  if (schema.$ref === '#' && self !== null) return { $ref: `${ADDRESS}${self}` }
  const members = Object.entries(schema).map(([keyword, value]) => [keyword, each(value, self)])
  return Object.fromEntries(members)
}

function each(value: unknown, self: string | null): unknown {
  if (Array.isArray(value)) return value.map((item) => each(item, self))
  return typeof value === 'object' && value !== null ? rewritten(value as JsonSchema, self) : value
}
