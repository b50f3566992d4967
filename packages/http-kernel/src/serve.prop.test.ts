import type { Operation } from '@cairn/contract/operation'
import { SIBLING_OPERATIONS } from '@cairn/contract/operations'
import { parametersOf } from '@cairn/contract/parameters'
import { problemCodesOf } from '@cairn/contract/problem-codes'
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { echoing, serviceUnderTest } from '../test/service-under-test.ts'
import { everyOperation, operationsOf, router } from './route.ts'

const served = await Promise.all(
  (['search', 'facts', 'library', 'fetch-content'] as const).map(async (worker) => {
    const operations = operationsOf(worker)
    const handlers = Object.fromEntries(operations.map(({ id }) => [id, echoing]))
    return { operations, service: await serviceUnderTest(worker, handlers) }
  }),
)

const mostly = <T>(usual: fc.Arbitrary<T>, rare: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: usual }, { weight: 1, arbitrary: rare })

const nasty = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(
    '%',
    '%zz',
    '%ff',
    '%00',
    '%2F',
    '..',
    '.',
    '{}',
    '[[[',
    '-1',
    '1e9',
    'null',
    '__proto__',
    '😀',
  ),
)
const plain = fc.constantFrom('a', '1', 'true', 'full', 'Bm25', '{"kind":"x"}')
const encoded = (text: fc.Arbitrary<string>) => text.map((value) => encodeURIComponent(value.toWellFormed()))
const segment = mostly(fc.constant('a'), fc.oneof(nasty, encoded(nasty)))

const pathTo = (operation: Operation) => segment.map((id) => operation.path.replaceAll(/\{\w+\}/g, () => id))
const queryFor = (operation: Operation) => {
  const own = parametersOf(operation).map(({ name }) => name)
  const name = own.length === 0 ? nasty : mostly(fc.constantFrom(...own), nasty)
  const value = fc.oneof(encoded(plain), encoded(nasty), nasty)
  return fc
    .array(
      fc.tuple(name, value).map((pair) => pair.join('=')),
      { maxLength: 3 },
    )
    .map((pairs) => pairs.join('&'))
}
const bodyFor = (operation: Operation) =>
  fc.oneof(
    fc.constant(JSON.stringify(operation.bodyExample) ?? ''),
    fc
      .tuple(fc.constantFrom('hydrate', 'query', 'refs', 'text', '__proto__'), fc.jsonValue())
      .map(([name, value]) => JSON.stringify({ ...(operation.bodyExample as object), [name]: value })),
    fc.json({ maxDepth: 5 }),
    fc.string({ unit: 'binary' }),
    fc.uint8Array({ maxLength: 40 }),
    fc.constantFrom('', '['.repeat(40), '{"query":"a","filter":{"not":{"and":[{"kind":"x"}]}}}'),
  )
const contentType = mostly(
  fc.constantFrom('application/json', 'application/x-ndjson'),
  fc.string({ unit: fc.constantFrom(...'aj"*,;=/ -.0\u00ff\t'), maxLength: 20 }),
)
const headers = fc
  .tuple(
    contentType,
    fc.dictionary(
      fc.constantFrom(
        'Accept-Contract',
        'Idempotency-Key',
        'If-None-Match',
        'Consistency-Token',
        'traceparent',
        'Content-Length',
      ),
      fc.string({ unit: fc.constantFrom(...'aj"*,;=/ -.0\u00ff\t'), maxLength: 20 }),
      { maxKeys: 2 },
    ),
  )
  .map(([type, more]) => ({ ...more, 'Content-Type': type }))

const request = fc
  .constantFrom(
    ...served.flatMap(({ service, operations }) => operations.map((operation) => ({ service, operation }))),
  )
  .chain(({ service, operation }) =>
    fc.record({
      service: fc.constant(service),
      method: mostly(
        fc.constant<string>(operation.method),
        fc.constantFrom('GET', 'POST', 'PATCH', 'HEAD', 'OPTIONS'),
      ),
      path: pathTo(operation),
      query: queryFor(operation),
      headers,
      body: bodyFor(operation),
    }),
  )

it('answers whatever a client sends in JSON, without a failure of its own, with a code its operation lists', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const seen = new Set<number>()
  await fc.assert(
    fc.asyncProperty(request, async ({ service, method, path, query, headers, body }) => {
      const hasBody = method !== 'GET' && method !== 'HEAD'
      const response = await service.send(`${path}?${query}`, {
        method,
        headers,
        ...(hasBody ? { body } : {}),
      } as RequestInit)
      const text = await response.text()
      seen.add(response.status)
      expect(response.status, text).toBeLessThan(500)
      if (text !== '') expect(typeof JSON.parse(text)).toBe('object')
      if (response.status >= 400 && method !== 'HEAD') {
        const problem = JSON.parse(text)
        expect(problem.status).toBe(response.status)
        expect(await listedCodes(method, path)).toContain(problem.code)
      }
    }),
    { numRuns: 2000 },
  )
  expect(logged).not.toHaveBeenCalled()
  expect([...seen]).toEqual(expect.arrayContaining([200, 400, 404, 405, 415]))
  logged.mockRestore()
})

const find = router([...everyOperation(), ...SIBLING_OPERATIONS])
async function listedCodes(method: string, path: string): Promise<readonly string[]> {
  // With its question mark: a URL parser trims white space at the end of an address, not before a query.
  const { operation } = await find(method, new URL(`${path}?`, 'https://cairn.example'))
  return operation === null ? ['not_found', 'method_not_allowed'] : problemCodesOf(operation)
}
