import { describe, expect, it } from 'vitest'
import { Collection } from '../test/collection.ts'

const OPERATORS = [
  '"',
  '*',
  '^',
  ':',
  '(',
  ')',
  '-',
  '+',
  '{',
  '}',
  ',',
  'NEAR',
  'AND',
  'OR',
  'NOT',
  "'",
  '\\',
  '%',
  ';',
]

describe('a query is no language', () => {
  const notes = new Collection(['The retry loop waits for the timeout error.', 'Gardens in spring.'])

  it.each(OPERATORS)(
    '%s before, behind, doubled and between words changes nothing of what is found',
    (operator) => {
      for (const query of [
        `${operator} retry`,
        `retry ${operator}`,
        `${operator}${operator} retry`,
        `retry ${operator} timeout`,
        `status: retry ${operator}`,
      ])
        expect(notes.texts(query)[0]).toBe('The retry loop waits for the timeout error.')
      expect(() => notes.texts(operator)).not.toThrow()
    },
  )

  it('a flag that the user quoted is found as it stands', () => {
    const flags = new Collection(['warnings and error on a page', 'run with --error-on-warnings set'])
    expect(flags.texts('"--error-on-warnings"')[0]).toContain('--error-on-warnings')
  })
})

describe('scripts without spaces', () => {
  const notes = new Collection([
    '今天讨论了部署方案，重跑gen-itgc后一切正常。',
    '广西的雨季很长。',
    '桂林山水甲天下。',
    '株式会社東京海上日動の決算を発表した。',
    '학점인정 절차를 안내합니다.'.normalize('NFD'),
    'The café on the corner.',
  ])

  it.each([
    ['部署', '部署方案'],
    ['部署方案', '部署方案'],
    ['itgc', 'gen-itgc'],
    ['重跑 itgc', 'gen-itgc'],
    ['雨', '雨季'],
    ['東京', '東京海上'],
    ['東京海', '東京海上'],
    ['東京海上日動', '東京海上'],
    ['학점인정', '절차'.normalize('NFD')],
    ['학점인정'.normalize('NFD'), '절차'.normalize('NFD')],
    ['cafe\u0301', 'café'],
  ])('%s is found', (query, held) => {
    expect(notes.texts(query)[0]).toContain(held)
  })

  it('OR between two names is a word like any other: both are found', () => {
    expect(notes.texts('广西 OR 桂林').slice(0, 2).toSorted()).toEqual([
      '广西的雨季很长。',
      '桂林山水甲天下。',
    ])
  })

  it('a text that holds the query verbatim is among the first three', () => {
    const plain = ['東京の海', '海上の東京', '日動', '上海と東京', '海の上の日', '東の京の海'].map(
      (text) => `${text}について。`,
    )
    const all = new Collection([...plain, '本日、東京海上日動の担当者が説明した長い文章です。'])
    expect(all.texts('東京海上日動').slice(0, 3).join()).toContain('東京海上日動の担当者')
  })

  it('in a query of two scripts both halves count', () => {
    const mixed = new Collection(['部署の手順', 'deploy steps', '部署 deploy 方案'])
    expect(mixed.texts('部署 deploy')[0]).toBe('部署 deploy 方案')
  })
})

describe('words that are short, or share a stem', () => {
  it('a short word beside a long one counts, and is told missing where it is', () => {
    const notes = new Collection(['quick brown fox', 'quick answers are ok', 'a quick note'])
    expect(notes.texts('quick ok')[0]).toBe('quick answers are ok')
    expect(new Collection(['quick brown fox']).search('quick ok').missing).toEqual(['ok'])
  })

  it.each([
    ['university', 'universe'],
    ['communication', 'communism'],
  ])('%s ranks the text that says it above one that says %s', (asked, other) => {
    const notes = new Collection([`The ${other} is old.`, `The ${asked} is old.`])
    expect(notes.texts(asked)[0]).toBe(`The ${asked} is old.`)
  })
})
