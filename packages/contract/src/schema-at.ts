import type { JsonSchema } from './operation.ts'

/** The part of a schema that judges what `steps` lead to in a document; the nearest part around it when none does. */
export function schemaAt(schema: JsonSchema, steps: readonly string[]): JsonSchema {
  let root = schema
  let at = schema
  for (const step of steps) {
    const inner = stepInto(at, step)
    if (inner === undefined) return at
    at = inner.$ref === '#' ? root : inner
    if (typeof at.$id === 'string') root = at
  }
  return at
}

function stepInto(schema: JsonSchema, step: string): JsonSchema | undefined {
  for (const part of [schema, ...((schema.oneOf ?? []) as JsonSchema[])]) {
    const properties = part.properties as Record<string, JsonSchema> | undefined
    if (properties !== undefined && Object.hasOwn(properties, step)) return properties[step]
    if (part.items !== undefined && /^\d+$/.test(step)) return part.items as JsonSchema
    if (typeof part.additionalProperties === 'object') return part.additionalProperties as JsonSchema
  }
  return undefined
}
