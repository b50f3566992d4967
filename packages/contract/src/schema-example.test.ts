import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { isDateTime, isPartialDate } from './date-time.ts'
import type { JsonSchema } from './operation.ts'
import { filter } from './operations/schemas.ts'
import { OPERATIONS } from './operations.ts'
import { parametersSchema } from './parameters.ts'
import { exampleOf } from './schema-example.ts'

const ajv = new Ajv2020({
  strict: false,
  formats: { 'date-time': isDateTime, 'partial-date': isPartialDate },
})
ajv.addSchema(filter)

function partsOf(schema: JsonSchema): JsonSchema[] {
  const inner = [...Object.values((schema.properties ?? {}) as Record<string, JsonSchema>)]
  if (schema.items !== undefined) inner.push(schema.items as JsonSchema)
  return schema.$ref === '#' ? [] : [schema, ...inner.flatMap(partsOf)]
}

/** A part of a schema that can be compiled by itself: the filter refers to itself by its address. */
const alone = (schema: JsonSchema): JsonSchema => {
  const { $id: _, ...rest } = JSON.parse(JSON.stringify(schema).replaceAll(`"$id":"${filter.$id}",`, ''))
  return JSON.parse(JSON.stringify(rest).replaceAll('"$ref":"#"', `"$ref":"${filter.$id}"`))
}

test('the example a message offers passes the schema it is offered for, in every part of every request', () => {
  const schemas = OPERATIONS.flatMap((operation) => [
    parametersSchema(operation),
    operation.body ?? {},
  ]).flatMap(partsOf)
  expect(schemas.length).toBeGreaterThan(200)
  for (const schema of schemas) {
    const isJudged = Object.keys(schema).length > 0
    if (isJudged) expect(ajv.validate(alone(schema), exampleOf(schema)), JSON.stringify(schema)).toBe(true)
  }
})
