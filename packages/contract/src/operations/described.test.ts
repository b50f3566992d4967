import { expect, it } from 'vitest'
import type { JsonSchema } from '../operation.ts'
import { OPERATIONS } from '../operations.ts'

/** Members of research bodies are those of a published schema, which has its own words. */
const bodies = OPERATIONS.flatMap((operation) =>
  'body' in operation && !operation.path.startsWith('/v1/research') ? [operation] : [],
)

it.each(bodies)('every member of the body of $id says what it is for', ({ body }) => {
  const members = (body as { readonly properties?: Record<string, JsonSchema> }).properties ?? {}
  const silent = Object.keys(members).filter((name) => typeof members[name]!.description !== 'string')
  expect(silent).toEqual([])
})
