import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, expect, test } from 'vitest'
import { isPartialDate } from './date-time.ts'
import { openApi } from './openapi.ts'
import type { Operation } from './operation.ts'
import { OPERATIONS } from './operations.ts'
import { problemCodesOf } from './problem-codes.ts'
import { PROBLEMS } from './problems.ts'

interface Shown {
  readonly schema?: object
  readonly example?: unknown
  readonly content?: Readonly<Record<string, Shown>>
}
interface Described {
  readonly operationId: string
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly (Shown & { readonly name: string; readonly in: string })[]
  readonly requestBody?: Shown
  readonly responses: Readonly<Record<string, Shown & { readonly $ref?: string; readonly headers?: object }>>
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: Readonly<Record<'responses' | 'headers' | 'schemas', Readonly<Record<string, Shown>>>>
}
const document = openApi('https://cairn.example.org') as Document
const described = ({ path, method }: Operation) => document.paths[path]![method.toLowerCase()]!
const responseOf = (one: Described, status: number | string): Shown & { readonly headers?: object } => {
  const response = one.responses[status]!
  return response.$ref === undefined
    ? response
    : document.components.responses[response.$ref.split('/').at(-1)!]!
}

test('every operation of the table is described under its path, method and id, and nothing else is', () => {
  const told = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => `${one.operationId} ${method.toUpperCase()} ${path}`),
  )
  expect(told.sort()).toEqual(OPERATIONS.map(({ id, method, path }) => `${id} ${method} ${path}`).sort())
})

test.each(OPERATIONS)(
  '$id lists each of its codes at the status the code has, and no other code',
  (operation) => {
    const told = Object.keys(described(operation).responses).flatMap((status) => {
      const schema = responseOf(described(operation), status).content?.['application/problem+json']?.schema
      const codes =
        (schema as { properties: { code: { enum: string[] } } } | undefined)?.properties.code.enum ?? []
      return codes.map((code) => `${code} ${status}`)
    })
    expect(told.sort()).toEqual(
      problemCodesOf(operation)
        .map((code) => `${code} ${PROBLEMS[code].status}`)
        .sort(),
    )
  },
)

const names = (operation: Operation, place: string) =>
  (described(operation).parameters ?? []).filter((one) => one.in === place).map(({ name }) => name)
const find = (id: string) => OPERATIONS.find((operation) => operation.id === id)!

test('parameters and headers of an operation are those of its own and of its sort', () => {
  expect(names(find('search'), 'query')).toEqual(['namespace', 'contract', 'hydrate', 'consistency'])
  expect(names(find('search'), 'header')).toEqual(['Accept-Contract', 'Consistency-Token'])
  expect(names(find('getFact'), 'path')).toEqual(['entity', 'key'])
  expect(names(find('createFact'), 'query')).toEqual(['namespace'])
  expect(names(find('createFact'), 'header')).toEqual(['Idempotency-Key'])
  expect(names(find('putSessionState'), 'header')).toContain('If-Match')
  expect(names(find('health'), 'query')).toEqual([])
})

test('the path parameters described are the ones the path has', () => {
  for (const operation of OPERATIONS) {
    const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(names(operation, 'path'), operation.id).toEqual(inPath)
  }
})

test('a token is asked for with its scope, of public operations none, and where a part is public it is optional', () => {
  expect(described(find('search')).security).toEqual([{ token: ['query:read'] }])
  expect(described(find('health')).security).toEqual([])
  expect(described(find('getTopic')).security).toEqual([{}, { token: ['query:read'] }])
})

test('refusals carry the headers a client needs to go on', () => {
  const headers = (status: number) => Object.keys(responseOf(described(find('search')), status).headers!)
  expect(headers(401)).toContain('WWW-Authenticate')
  expect(headers(405)).toContain('Allow')
  expect(headers(429)).toContain('Retry-After')
  expect(headers(503)).toContain('Retry-After')
  for (const status of [200, 400, 404, 500])
    expect(headers(status)).toEqual(expect.arrayContaining(['Vary', 'Content-Contract']))
})

const ajv = new Ajv2020({ strict: false, formats: { 'partial-date': isPartialDate } })
addFormats.default(ajv)
ajv.addSchema({ ...document, $id: 'openapi' }, 'openapi')

/** Every place of the description that shows an example. */
function shownIn(value: unknown, place: string[] = []): (readonly [place: string, shown: Shown])[] {
  if (typeof value !== 'object' || value === null) return []
  const own = 'example' in value && 'schema' in value ? [[place.join(' '), value as Shown] as const] : []
  return [...own, ...Object.entries(value).flatMap(([name, member]) => shownIn(member, [...place, name]))]
}

test('every example of the description is one its schema accepts, and every body and parameter has one', () => {
  const shown = shownIn({ paths: document.paths, components: document.components })
  expect(shown.length).toBeGreaterThan(250)
  for (const [place, { schema, example }] of shown) {
    const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/')))
    expect(validate(example), `${place} ${JSON.stringify(validate.errors)}`).toBe(true)
  }
  for (const operation of OPERATIONS) {
    const one = described(operation)
    const places = [
      ...(one.parameters ?? []),
      ...(one.requestBody ? [one.requestBody] : []),
      responseOf(one, operation.success.status),
    ]
    for (const { example, content } of places)
      expect(
        example !== undefined || Object.values(content ?? {}).every((media) => media.example !== undefined),
        operation.id,
      ).toBe(true)
  }
})

const folder = mkdtempSync(join(tmpdir(), 'cairn-openapi-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a linter finds nothing to say', () => {
  const file = join(folder, 'openapi.json')
  writeFileSync(file, JSON.stringify(document))
  const redocly = join(import.meta.dirname, '..', 'node_modules', '@redocly', 'cli', 'bin', 'cli.js')
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const report = execFileSync(process.execPath, [redocly, 'lint', file, '--format=json'], {
    env,
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  expect(JSON.parse(report.toString()).problems).toEqual([])
}, 60_000)

test('the description says where it is served, and is the same each time', () => {
  expect(openApi('https://a.example.org')).toMatchObject({ servers: [{ url: 'https://a.example.org' }] })
  expect(JSON.stringify(openApi('https://a.example.org'))).toBe(
    JSON.stringify(openApi('https://a.example.org')),
  )
})
