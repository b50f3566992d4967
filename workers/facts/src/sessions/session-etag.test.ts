import { expect, test } from 'vitest'
import { renderingTag, statesNamed } from './session-etag.ts'

test('each rendering of a state has an ETag of its own', () => {
  expect(renderingTag('e1', 'crc-v1', 'pointer')).toBe('"e1.pointer"')
  expect(renderingTag('e1', 'crc-v1', 'full')).toBe('"e1.full"')
  expect(renderingTag('e1', 'legacy', 'full')).toBe('"e1.legacy"')
})

test.each(['"e1"', '"e1.pointer"', '"e1.summary"', '"e1.full"', '"e1.legacy"'])(
  'If-Match %s names the state, whichever rendering the tag came from',
  (tag) => {
    expect(statesNamed(tag)).toEqual(['e1'])
  },
)

test('If-Match takes a list of tags', () => {
  expect(statesNamed('"e1", "e2.full"')).toEqual(['e1', 'e2'])
})

test('If-Match * names any state', () => {
  expect(statesNamed(' * ')).toBe('*')
})

test.each(['W/"e1"', 'e1', '', '"'])('If-Match %j names no state', (tag) => {
  expect(statesNamed(tag)).toEqual([])
})
