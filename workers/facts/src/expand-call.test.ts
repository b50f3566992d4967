import { expect, test } from 'vitest'
import { expandCall } from './expand-call.ts'

const asked = (query: string) => new URLSearchParams(query)

test('the call reads in full what was asked at another tier', () => {
  expect(expandCall('/v1/facts/acme/works_at', asked('hydrate=pointer'))).toBe(
    'GET /v1/facts/acme/works_at?hydrate=full',
  )
})

test('the call keeps the namespace and the moment of the question', () => {
  expect(expandCall('/v1/facts/a/b', asked('namespace=notes&as_of=2024-03'))).toBe(
    'GET /v1/facts/a/b?namespace=notes&as_of=2024-03&hydrate=full',
  )
})

test('the call of a later page carries the cursor it is given, not the one of the question', () => {
  expect(expandCall('/v1/facts', asked('cursor=old'), 'new')).toBe('GET /v1/facts?cursor=new&hydrate=full')
})

test('text of the question that an address cannot hold is percent-encoded', () => {
  expect(expandCall('/v1/facts', asked('entity=%2B%26%20%C3%A9'))).toBe(
    'GET /v1/facts?entity=%2B%26+%C3%A9&hydrate=full',
  )
})
