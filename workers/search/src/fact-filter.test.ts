import { expect, test } from 'vitest'
import { filterAmong } from './fact-filter.ts'

const NOTES = { source: 'notes' }

test('what is looked for is a fact, a passage or either, and what the caller asked for besides', () => {
  const withFacts = { hasFacts: true }
  expect(filterAmong('facts', null, withFacts)).toEqual({ source: '' })
  expect(filterAmong('facts', NOTES, withFacts)).toEqual({ and: [{ source: '' }, NOTES] })
  expect(filterAmong('passages', NOTES, withFacts)).toEqual({ and: [{ not: { source: '' } }, NOTES] })
  expect(filterAmong('both', NOTES, withFacts)).toBe(NOTES)
})

test('where no fact was ever stated passages need no filter, and facts no look', () => {
  const without = { hasFacts: false }
  expect(filterAmong('passages', null, without)).toBeNull()
  expect(filterAmong('passages', NOTES, without)).toBe(NOTES)
  expect(filterAmong('facts', null, without)).toBe('nothing')
})
