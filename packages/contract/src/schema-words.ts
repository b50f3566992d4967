import type { JsonSchema } from './operation.ts'
import { typesOf } from './schema-example.ts'

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

/** What a schema wants, as far as the keyword that failed is about it: "a whole number from 1 to 100". */
export function expectation(schema: JsonSchema, keyword: string): string {
  switch (keyword) {
    case 'const':
      return JSON.stringify(schema.const)
    case 'enum':
      return `one of ${(schema.enum as readonly unknown[]).map((value) => JSON.stringify(value)).join(', ')}`
    case 'pattern':
    case 'format':
      return String(schema.description ?? `text like ${schema.pattern ?? schema.format}`)
    case 'minimum':
    case 'maximum':
      return `${sort(schema)}${between(schema.minimum, schema.maximum, '')}`
    case 'minLength':
    case 'maxLength':
      return `a text${between(schema.minLength, schema.maxLength, ' characters')}`
    case 'minItems':
    case 'maxItems':
      return `a list${between(schema.minItems, schema.maxItems, ' items')}`
    case 'minProperties':
    case 'maxProperties':
      return `an object${between(schema.minProperties, schema.maxProperties, ' members')}`
    case 'uniqueItems':
      return 'every item once'
    default:
      return whole(schema)
  }
}

function whole(schema: JsonSchema): string {
  if ('const' in schema) return expectation(schema, 'const')
  if (schema.enum !== undefined) return expectation(schema, 'enum')
  if (schema.minimum !== undefined) return expectation(schema, 'minimum')
  const branches = schema.oneOf as readonly JsonSchema[] | undefined
  return schema.type === undefined && branches !== undefined ? branches.map(whole).join(' or ') : sort(schema)
}

const sort = (schema: JsonSchema): string => {
  const types = typesOf(schema)
  return types.length === 0 ? 'a value' : types.map((type) => TYPE_WORDS[type]).join(' or ')
}

function between(least: unknown, most: unknown, unit: string): string {
  if (least === undefined) return ` of at most ${most}${unit}`
  if (most === undefined) return ` of at least ${least}${unit}`
  return unit === '' ? ` from ${least} to ${most}` : ` of ${least} to ${most}${unit}`
}
