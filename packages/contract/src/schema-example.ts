import type { JsonSchema } from './operation.ts'

/** A small value that a schema of this package's accepts: its own example where it has one, else one made from its keywords. */
export function exampleOf(schema: JsonSchema): unknown {
  const stated = schema.examples as readonly unknown[] | undefined
  if (stated !== undefined) return stated[0]
  if ('const' in schema) return schema.const
  if (schema.enum !== undefined) return (schema.enum as readonly unknown[])[0]
  if ('default' in schema) return schema.default
  return exampleOfType(schema)
}

function exampleOfType(schema: JsonSchema): unknown {
  switch (typesOf(schema)[0]) {
    case 'object':
      return exampleObject(schema)
    case 'array':
      return schema.items === undefined ? [] : [exampleOf(schema.items as JsonSchema)]
    case 'integer':
    case 'number':
      return schema.minimum ?? 0
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return 'text'
  }
}

function exampleObject(schema: JsonSchema): unknown {
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>
  const branch = (schema.oneOf as readonly JsonSchema[] | undefined)?.[0]
  const required = [schema, branch].flatMap((part) => (part?.required ?? []) as readonly string[])
  const least =
    required.length === 0 && schema.minProperties === 1 ? Object.keys(properties).slice(0, 1) : required
  return Object.fromEntries(least.map((name) => [name, exampleOf(properties[name]!)]))
}

/** The types a schema allows; none stated is none. */
export function typesOf(schema: JsonSchema): readonly string[] {
  if (schema.type === undefined) return []
  return Array.isArray(schema.type) ? schema.type : [schema.type as string]
}
