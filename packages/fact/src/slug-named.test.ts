import { Problem } from '@cairn/http-kernel/problem'
import { expect, test } from 'vitest'
import { slugNamed } from './slug-named.ts'

test('two spellings of one name are one slug', () => {
  const composed = slugNamed({ entity: 'caf\u00e9', key: 'k' })
  const decomposed = slugNamed({ entity: 'cafe\u0301', key: 'k' })
  expect(decomposed).toEqual(composed)
  expect(composed.slug).toBe('caf%C3%A9/k')
})

test('a slash inside a name is encoded, so that a slug has exactly two parts', () => {
  expect(slugNamed({ entity: 'a/b', key: 'c d' }).slug).toBe('a%2Fb/c%20d')
})

test('a name of 200 code points is taken whole, an emoji counting as one', () => {
  expect(slugNamed({ entity: '\u{1F9ED}'.repeat(200), key: 'k' }).entity.length).toBe(400)
})

test('a name that grows past the bound in NFC is refused', () => {
  const grows = '\u0958'.repeat(101)
  expect(() => slugNamed({ entity: grows, key: 'k' })).toThrow(Problem)
})
