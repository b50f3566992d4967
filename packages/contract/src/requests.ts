import { byteFindings } from './byte-bounds.ts'
import { embeddingFindings } from './embedding-bounds.ts'
import { filterFindings } from './filter-bounds.ts'
import type { Finding } from './finding.ts'
import { bodies, document, parameters } from './generated/requests.js'
import type { Validator } from './generated/validator.d.ts'
import type { JsonSchema, Operation } from './operation.ts'
import { documentInput } from './operations/library.ts'
import { parametersSchema } from './parameters.ts'
import { exampleOf } from './schema-example.ts'
import { schemaFindings } from './schema-findings.ts'

export type { Finding } from './finding.ts'

/**
 * Judges the typed query and path parameters of a call, the ones of its sort included, and fills defaults in place.
 * A finding's pointer begins with the parameter's name, without a slash; its rule is `additionalProperties` for an unknown one.
 */
export function checkParameters(operation: Operation, given: Record<string, unknown>): Finding[] {
  const findings = judge(parameters[operation.id], parametersSchema(operation), given)
  return findings.map((finding) => ({ ...finding, pointer: finding.pointer.slice(1) }))
}

/** Judges the JSON body of a call (undefined when there is none) and fills defaults in place. */
export function checkBody(operation: Operation, body: unknown): Finding[] {
  if (operation.body === undefined) {
    return body === undefined ? [] : [{ pointer: '', rule: 'body', message: 'found a body, expected none' }]
  }
  if (body === undefined)
    return [
      {
        pointer: '',
        rule: 'body',
        message: `found no body, expected JSON; this passes: ${JSON.stringify(exampleOf(operation.body))}`,
      },
    ]
  return judge(bodies[operation.id], operation.body, body)
}

/** Judges one document as addDocuments takes it, a line of NDJSON parsed, and fills defaults in place. */
export function checkDocument(line: unknown): Finding[] {
  return judge(document, documentInput, line)
}

function judge(validator: Validator | undefined, schema: JsonSchema, value: unknown): Finding[] {
  if (validator === undefined) throw new Error('no validator was generated for the operation')
  const findings = schemaFindings(validator, schema, value)
  if (findings.length > 0) return findings
  const filter = memberOf(schema, value, 'filter')
  const embedding = memberOf(schema, value, 'embedding')
  return [
    ...byteFindings(schema, value),
    ...(filter === undefined ? [] : filterFindings(filter, ['filter'])),
    ...(embedding === undefined ? [] : embeddingFindings(embedding, ['embedding'])),
  ]
}

/** A member that the schema knows by that name. */
function memberOf(schema: JsonSchema, value: unknown, name: string): unknown {
  const isKnown = Object.hasOwn((schema.properties ?? {}) as JsonSchema, name)
  return isKnown ? (value as Readonly<Record<string, unknown>>)[name] : undefined
}
