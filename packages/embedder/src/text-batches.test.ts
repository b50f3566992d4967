import { expect, test } from 'vitest'
import { textBatches } from './text-batches.ts'

test('a batch has at most 100 texts, in their order', () => {
  const texts = Array.from({ length: 250 }, (_, n) => `text ${n}`)
  expect(textBatches(texts).map(({ length }) => length)).toEqual([100, 100, 50])
  expect(textBatches(texts).flat()).toEqual(texts)
})

test('a batch has at most 100,000 characters, unless one text has more', () => {
  const texts = [60_000, 40_000, 1, 200_000, 99_999, 1, 1].map((length) => 'x'.repeat(length))
  expect(textBatches(texts).map((batch) => batch.map(({ length }) => length))).toEqual([
    [60_000, 40_000],
    [1],
    [200_000],
    [99_999, 1],
    [1],
  ])
})

test('no text is no batch', () => {
  expect(textBatches([])).toEqual([])
})
