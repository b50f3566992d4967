import { expect, it } from 'vitest'
import { summarise } from './summary.ts'
import { countTokens } from './tokens.ts'

it('is the text itself up to 150 tokens', () => {
  const text = `one${' two'.repeat(149)}`
  expect(countTokens(text)).toBe(150)
  expect(summarise(text)).toBe(text)
  expect(countTokens(summarise(`${text} two`))).toBeLessThanOrEqual(150)
})

it('takes whole sentences of the text in their order, those about what it speaks of most', () => {
  const about = (n: number) =>
    `Lima is the capital of Peru and port number ${n} of Peru lies near Lima on the coast.`
  const syllables = ['ka', 'lo', 'mi', 'ru', 'te', 'vo', 'za', 'pe', 'nu', 'di', 'go', 'sha']
  const aside = (n: number) =>
    `Then ${syllables.map((syllable) => syllables[n]! + syllable + syllable).join(' ')}.`
  const sentences = Array.from({ length: 12 }, (_, i) => (i % 3 === 0 ? about(i) : aside(i)))
  const summary = summarise(sentences.join(' '))
  const taken = sentences.filter((sentence) => summary.includes(sentence))
  expect(taken.join(' ')).toBe(summary)
  expect(taken).toEqual(expect.arrayContaining([about(0), about(3), about(6), about(9)]))
  expect(countTokens(summary)).toBeLessThanOrEqual(150)
})

it('is the beginning of a text without a sentence that fits', () => {
  const text = 'word '.repeat(2_000)
  expect(summarise(text)).toBe('word '.repeat(150).trim())
})

it.each(['🎉', 'a', '\u0301', '\ud800', '。', '. a', '部'])(
  'summarises a long run of %j within 150 tokens, well-formed',
  (unit) => {
    const summary = summarise(unit.repeat(300_000))
    expect(countTokens(summary)).toBeLessThanOrEqual(150)
    expect(summary.isWellFormed()).toBe(true)
  },
)
