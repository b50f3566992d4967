import { expect, test } from 'vitest'
import { readingOf } from './reading.ts'

test.each([
  ['"Initech"', 'Initech'],
  ['"line\\none \\"two\\""', 'line\none "two"'],
  ['""', ''],
])('the stored string %s reads verbatim', (stored, reading) => {
  expect(readingOf(stored)).toBe(reading)
})

test.each(['{"a":[1,"b"]}', '[]', '1.5', 'true', 'null'])('the stored JSON %s reads as itself', (stored) => {
  expect(readingOf(stored)).toBe(stored)
})
