import type { Parameter } from '../operation.ts'
import { exampleOf } from '../schema-example.ts'
import { inComponents } from './schema-references.ts'

/** One query or path parameter as OpenAPI describes it: an array comma-separated, an object as JSON. */
export function parameterObject(parameter: Parameter): object {
  const { name, description, required, schema, example = exampleOf(schema) } = parameter
  const shown = { schema: inComponents(schema), example }
  return {
    name,
    in: parameter.in,
    description,
    ...(required === true ? { required } : {}),
    ...(schema.type === 'array' ? { style: 'form', explode: false } : {}),
    ...(schema.type === 'object' ? { content: { 'application/json': shown } } : shown),
  }
}
