import { expect, it } from 'vitest'
import { sentencesOf } from './sentences.ts'

const split = (text: string) =>
  sentencesOf(text, { start: 0, end: text.length }).map(({ start, end }) => text.slice(start, end))

it.each([
  ['One. Two! Three? Four', ['One. ', 'Two! ', 'Three? ', 'Four']],
  ['He said "Go." Then left.', ['He said "Go." ', 'Then left.']],
  ['See e.g. this and v1.2.3 too.', ['See e.g. this and v1.2.3 too.']],
  ['今天下雨。明天呢？好', ['今天下雨。', '明天呢？', '好']],
  ['Wait... What', ['Wait... ', 'What']],
  ['one\n\ntwo\nthree', ['one\n\n', 'two\nthree']],
  ['यह है। वह था।', ['यह है। ', 'वह था।']],
])('splits %j', (text, sentences) => {
  expect(split(text)).toEqual(sentences)
})

it('splits a mebibyte of full stops and of spaces', () => {
  expect(split('.'.repeat(1_048_576))).toHaveLength(1)
  expect(split(' '.repeat(1_048_576))).toHaveLength(1)
})
