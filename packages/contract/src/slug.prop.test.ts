import fc from 'fast-check'
import { expect, test } from 'vitest'
import { factSlug, parseFactSlug, slugPart } from './slug.ts'

test('a slug is entity and key, each percent-encoded', () => {
  expect(factSlug('acme', 'works_at')).toBe('acme/works_at')
  expect(factSlug('a/b', 'ü 100%')).toBe('a%2Fb/%C3%BC%20100%25')
})

test('a slug names its entity and key again, whatever they are', () => {
  const part = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 30 })
    .map(slugPart)
    .filter((one) => one !== null)
  fc.assert(
    fc.property(part, part, (entity, key) => {
      const slug = factSlug(entity, key)
      expect(parseFactSlug(slug)).toEqual({ entity, key })
      expect(new URL(`https://x.test/v1/facts/${slug}/history`).pathname).toBe(`/v1/facts/${slug}/history`)
    }),
    { numRuns: 2000 },
  )
})

test('two spellings of one name are one part', () => {
  expect(slugPart('Zoe\u0308')).toBe('Zo\u00eb')
  expect(parseFactSlug('Zoe%CC%88/age')).toEqual({ entity: 'Zoë', key: 'age' })
})

test.each(['', '.', '..', 'a\u0000', '\u0085', 'a\u007f', '\ud800', 'x'.repeat(201)])(
  '%j is no part of a slug',
  (text) => {
    expect(slugPart(text)).toBeNull()
  },
)

test('a part may have 200 code points', () => {
  expect(slugPart('😀'.repeat(200))).toBe('😀'.repeat(200))
})

test.each(['', 'a', 'a/', '/b', 'a/b/c', 'a%/b', 'a%FF/b', '%2E%2E/b', 'a/%00'])('%j is no slug', (slug) => {
  expect(parseFactSlug(slug)).toBeNull()
})
