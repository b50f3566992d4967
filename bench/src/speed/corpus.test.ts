import { expect, test } from 'vitest'
import { KINDS, passagesBetween, questionsOf } from './corpus.ts'

const passages = [...passagesBetween(0, 5000)]

test('a passage is the same in whichever range it is asked for', () => {
  expect([...passagesBetween(4321, 4323)]).toEqual(passages.slice(4321, 4323))
})

test('passages have 45 words on average, and no two are alike', () => {
  const words = passages.reduce((sum, { text }) => sum + text.split(' ').length, 0)
  expect(words / passages.length).toBeGreaterThan(43)
  expect(words / passages.length).toBeLessThan(47)
  expect(new Set(passages.map(({ text }) => text)).size).toBe(5000)
})

test('a common word is in about an eighth of the passages, a medium one in about a hundredth', () => {
  expect(shareOf(questionsOf('common')[0]![0]!)).toBeCloseTo(0.1, 1)
  expect(shareOf(questionsOf('medium')[0]![0]!)).toBeCloseTo(0.01, 2)
})

test('every phrase is said somewhere', () => {
  const text = passages.map((passage) => passage.text).join(' ')
  for (const words of questionsOf('phrase')) expect(text).toContain(words.join(' '))
})

test('no two questions of a kind are the same', () => {
  for (const kind of KINDS)
    expect(new Set(questionsOf(kind).map((words) => words.join(' '))).size).toBe(questionsOf(kind).length)
})

function shareOf(word: string): number {
  return passages.filter(({ text }) => text.split(/[ .]/).includes(word)).length / passages.length
}
