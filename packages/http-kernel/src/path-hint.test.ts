import { OPERATIONS } from '@cairn/contract/operations'
import { expect, it } from 'vitest'
import { pathHint } from './path-hint.ts'

it.each([
  [
    '/v1/sources/notes/documents/guide/tokens',
    'Write a slash inside an id as %2F; the path is /v1/sources/{id}/documents/{document}.',
  ],
  [
    '/v1/facts/acme/works/at/home',
    'Write a slash inside an id as %2F; the path is /v1/facts/{entity}/{key}.',
  ],
  ['/v1/sources/notes/', 'Leave out the slash at the end: /v1/sources/{id}.'],
  ['/v1/query/search/', 'Leave out the slash at the end: /v1/query/search.'],
])('of %s says: %s', (path, hint) => {
  expect(pathHint(OPERATIONS, path)).toBe(hint)
})

it.each(['/', '//', '/v2/query/search', '/v1/nothing/here', '/v1/sources//documents/a', '/constructor'])(
  'has nothing to say of %s',
  (path) => {
    expect(pathHint(OPERATIONS, path)).toBeNull()
  },
)
