import { membersOf } from './family.ts'

/** Whether a value is a JSON Schema, going by the dialect that it names. */
export function isSchema(value: unknown): boolean {
  const { $schema } = membersOf(value)
  return typeof $schema === 'string' && /json-schema\.org/.test($schema)
}
