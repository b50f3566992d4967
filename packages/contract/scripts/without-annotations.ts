import type { JsonSchema } from '../src/operation.ts'

const ANNOTATIONS = new Set(['$schema', 'title', 'description', 'examples', 'x-bytes-max'])
const MEMBERS = new Set(['properties', '$defs', 'patternProperties'])
const SCHEMAS = new Set(['allOf', 'anyOf', 'oneOf'])
const VALUES = new Set(['const', 'default', 'enum', 'required', 'type'])

/** A copy of a schema without the keywords that judge nothing; a member that bears such a name stays. */
export function withoutAnnotations<S extends JsonSchema | boolean>(schema: S): S {
  if (typeof schema === 'boolean') return schema
  const kept = Object.entries(schema).filter(([keyword]) => !ANNOTATIONS.has(keyword))
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, bare(keyword, value)])) as S
}

function bare(keyword: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || VALUES.has(keyword)) return value
  if (SCHEMAS.has(keyword)) return (value as JsonSchema[]).map(withoutAnnotations)
  if (!MEMBERS.has(keyword)) return withoutAnnotations(value as JsonSchema)
  const members = Object.entries(value as Record<string, JsonSchema>)
  return Object.fromEntries(members.map(([name, member]) => [name, withoutAnnotations(member)]))
}
