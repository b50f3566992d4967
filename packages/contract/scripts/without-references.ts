import type { JsonSchema } from '../src/operation.ts'

/** A copy of a schema in which each reference to a definition of `shared`, and each of its own root, is replaced by what it names. */
export function withoutReferences(schema: JsonSchema, shared: JsonSchema): JsonSchema {
  const definitionsOf = (reference: string, root: JsonSchema): { target: JsonSchema; root: JsonSchema } => {
    const [file, name] = reference.split('#/$defs/')
    const owner = file === '' ? root : shared
    return { target: (owner.$defs as Record<string, JsonSchema>)[name!]!, root: owner }
  }
  const expand = (value: unknown, root: JsonSchema): unknown => {
    if (Array.isArray(value)) return value.map((item) => expand(item, root))
    if (typeof value !== 'object' || value === null) return value
    const reference = (value as JsonSchema).$ref
    if (typeof reference === 'string') {
      const found = definitionsOf(reference, root)
      return expand(found.target, found.root)
    }
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, expand(member, root)]))
  }
  return expand(schema, schema) as JsonSchema
}
