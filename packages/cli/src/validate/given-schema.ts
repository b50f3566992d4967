import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { SCHEMA_FILES } from '@cairn/contract/schema-files'
import { Ajv, type AnySchemaObject, type ErrorObject } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import draft06 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' }
import formats from 'ajv-formats'
import { CannotGoOn } from '../terminal/cannot-go-on.ts'
import { membersOf } from './family.ts'
import type { ToldFinding } from './verdict.ts'

/** A schema that a person brought, ready to judge. */
export interface GivenSchema {
  readonly name: string
  readonly findingsOf: (value: unknown) => ToldFinding[]
}

const FINDINGS_MAX = 100

/**
 * Compiles a JSON Schema of draft 6, 7, 2019-09 or 2020-12 (the default). References resolve to the schemas of the contract and
 * to files beside it, never over a network. Throws CannotGoOn for what is no usable schema.
 */
export async function givenSchema(file: string, schema: unknown): Promise<GivenSchema> {
  const { $schema: dialect } = membersOf(schema)
  try {
    const validate = await compiler(typeof dialect === 'string' ? dialect : '', file).compileAsync(
      withBase(schema, file),
    )
    return {
      name: path.basename(file),
      findingsOf: (value) => {
        validate(value)
        return (validate.errors ?? []).slice(0, FINDINGS_MAX).map(findingOf)
      },
    }
  } catch (error) {
    throw new CannotGoOn(`${file} is no JSON Schema that can be used: ${(error as Error).message}`)
  }
}

function compiler(dialect: string, file: string): Ajv {
  const options = {
    allErrors: true,
    strict: false,
    logger: false,
    loadSchema: (uri: string) => Promise.resolve(referred(uri, file)),
  } as const
  const Dialect = dialectOf(dialect)
  const ajv = new Dialect(options) as Ajv
  if (dialect.includes('draft-06')) ajv.addMetaSchema(draft06)
  formats.default(ajv)
  return ajv
}

function dialectOf(dialect: string) {
  if (dialect === '' || dialect.includes('2020-12')) return Ajv2020
  if (dialect.includes('2019-09')) return Ajv2019
  if (/draft-0[67]/.test(dialect)) return Ajv
  throw new Error(`its dialect ${dialect} is not one of draft-06, draft-07, 2019-09, 2020-12`)
}

/** The schema that a reference names: one of the contract's, or a file of that name beside the one given. */
function referred(uri: string, file: string): AnySchemaObject {
  const published = Object.values(SCHEMA_FILES)
    .map((text) => JSON.parse(text) as AnySchemaObject)
    .find(({ $id }) => $id === uri)
  if (published !== undefined) return published
  const beside = path.join(
    path.dirname(file),
    decodeURIComponent(path.posix.basename(new URL(uri, 'file:').pathname)),
  )
  try {
    return { ...(JSON.parse(readFileSync(beside, 'utf8')) as AnySchemaObject), $id: uri }
  } catch {
    throw new Error(`it refers to ${uri}, and ${beside} is not there or no JSON`)
  }
}

/** A schema without an id is named by its file, so that references beside it have a base. */
function withBase(schema: unknown, file: string): AnySchemaObject {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema))
    throw new Error('it is no object')
  return { $id: pathToFileURL(file).href, ...schema }
}

function findingOf({ instancePath, keyword, message, params }: ErrorObject): ToldFinding {
  const member = params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty
  return {
    pointer: instancePath + (member === undefined ? '' : `/${escaped(String(member))}`),
    rule: keyword,
    authority: 'schema',
    severity: 'MUST',
    message: `${message ?? 'does not hold'}${detail(params)}`,
    isFatal: true,
  }
}

function detail({ allowedValue, allowedValues }: Record<string, unknown>): string {
  if (allowedValue !== undefined) return `: ${JSON.stringify(allowedValue)}`
  return Array.isArray(allowedValues) ? `: ${allowedValues.map((one) => JSON.stringify(one)).join(', ')}` : ''
}

const escaped = (step: string): string => step.replaceAll('~', '~0').replaceAll('/', '~1')
