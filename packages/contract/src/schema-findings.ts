import { echo, excerpt } from './echo.ts'
import type { Finding } from './finding.ts'
import type { SchemaError, Validator } from './generated/validator.d.ts'
import { pointerOf, pointerSteps, valueAt } from './json-pointer.ts'
import { LIMITS } from './limits.ts'
import type { JsonSchema } from './operation.ts'
import { schemaAt } from './schema-at.ts'
import { distinctErrors } from './schema-errors.ts'
import { exampleOf } from './schema-example.ts'
import { expectation } from './schema-words.ts'

/** Judges a value by a generated validator (which fills defaults in place) and says each problem once, in words taken from the schema. */
export function schemaFindings(validator: Validator, schema: JsonSchema, value: unknown): Finding[] {
  if (validator(value)) return []
  return distinctErrors(validator.errors ?? [], value).map((error) => findingOf(error, schema, value))
}

/** One schema error as a finding: where, which keyword, what was found, what was expected, and an example that passes. */
export function findingOf(error: SchemaError, schema: JsonSchema, document: unknown): Finding {
  const steps = pointerSteps(error.instancePath)
  const at = schemaAt(schema, steps)
  switch (error.keyword) {
    case 'required':
      return missing(String(error.params.missingProperty), at, steps)
    case 'additionalProperties':
      return unknownMember(String(error.params.additionalProperty), at, steps)
    case 'oneOf':
      return { pointer: boundedPointer(steps), rule: 'oneOf', message: oneOf(at, valueAt(document, steps)) }
    default:
      return {
        pointer: boundedPointer(steps),
        rule: error.keyword,
        message: `found ${found(error, valueAt(document, steps))}, expected ${expectation(at, error.keyword)}${passing(at)}`,
      }
  }
}

function found(error: SchemaError, value: unknown): string {
  if (error.keyword === 'uniqueItems') {
    return `${echo((value as readonly unknown[])[Number(error.params.i)])} twice`
  }
  if (!error.keyword.endsWith('Length')) return echo(value)
  const text = value as string
  return `${text === '' ? '' : `${[...text].length} characters, `}${echo(text)}`
}

function missing(name: string, at: JsonSchema, steps: readonly string[]): Finding {
  const wanted = schemaAt(at, [name])
  return {
    pointer: boundedPointer([...steps, name]),
    rule: 'required',
    message: `found no \`${name}\`, expected ${wanted === at ? 'one' : expectation(wanted, 'type')}${passing(wanted)}`,
  }
}

function unknownMember(name: string, at: JsonSchema, steps: readonly string[]): Finding {
  const names = Object.keys((at.properties ?? {}) as JsonSchema)
  const known =
    names.length === 0 ? 'no member at all' : `only ${names.map((one) => `\`${one}\``).join(', ')}`
  return {
    pointer: boundedPointer([...steps, name]),
    rule: 'additionalProperties',
    message: `found the unknown name \`${excerpt(name)}\`, expected ${known}${passing(at)}`,
  }
}

function oneOf(at: JsonSchema, value: unknown): string {
  const branches = at.oneOf as readonly JsonSchema[]
  const members = branches.flatMap((branch) => (branch.required ?? []) as readonly string[])
  if (at.properties === undefined) return `found ${echo(value)}, expected ${expectation(at, 'type')}`
  const present = members.filter((name) => valueAt(value, [name]) !== undefined)
  const names = members.map((name) => `\`${name}\``).join(', ')
  const some = present.length === 0 ? 'none' : 'more than one'
  return `found ${some} of ${names}, expected exactly one${passing(at)}`
}

function passing(schema: JsonSchema): string {
  const example = JSON.stringify(exampleOf(schema))
  return example === undefined ||
    (schema.type === undefined && !('const' in schema) && schema.examples === undefined)
    ? ''
    : `; this passes: ${example}`
}

/** A pointer that echoes at most 64 code points: it stops before a longer one. */
function boundedPointer(steps: readonly string[]): string {
  let pointer = ''
  for (const step of steps) {
    const next = pointer + pointerOf(step)
    if ([...next].length > LIMITS.echoLengthMax) break
    pointer = next
  }
  return pointer.toWellFormed()
}
