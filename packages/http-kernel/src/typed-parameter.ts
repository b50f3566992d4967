import type { JsonSchema } from '@cairn/contract/operation'
import { parseJson } from './json.ts'
import { Problem, parameterProblem } from './problem.ts'

/**
 * The value that a parameter's text stands for under its schema: integers and booleans in JSON spelling, arrays comma-separated,
 * objects as JSON. Text that spells no such value stays text, and the schema refuses it.
 */
export function typedParameter(name: string, schema: JsonSchema, text: string): unknown {
  switch (schema.type) {
    case 'integer':
    case 'number':
      return typedNumber(text)
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text
    case 'array':
      return text.split(',')
    case 'object':
      return typedObject(name, text)
    default:
      return text
  }
}

function typedNumber(text: string): number | string {
  return /^-?(0|[1-9]\d{0,15})(\.\d{1,15})?$/.test(text) ? Number(text) : text
}

function typedObject(name: string, text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof Problem && error.code === 'malformed_json')
      throw parameterProblem('invalid_parameter', name, `\`${name}\` is a JSON object, percent-encoded.`)
    throw error
  }
}
