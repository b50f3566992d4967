import { describe, expect, it } from 'vitest'
import { isFunctionWord } from './function-words.ts'
import { analyseQuery, holdsWord, keyOf } from './query.ts'
import { analyse } from './terms.ts'

const wordsOf = (query: string) => analyseQuery(query).words.map(({ text }) => text)

describe('words', () => {
  it('drops function and question words, but never all of them', () => {
    expect(wordsOf('What is the capital of France?')).toEqual(['capital', 'France'])
    expect(wordsOf('to be or not to be')).toEqual(['to', 'be', 'or', 'not'])
    expect(wordsOf('кто такой Сергей')).toEqual(['такой', 'Сергей'])
  })

  it("asks the ordinary sentence don't use agents for its two content words", () => {
    expect(wordsOf("don't use agents")).toEqual(['use', 'agents'])
  })

  it('keeps a function word that is quoted, an acronym or part of an identifier', () => {
    expect(wordsOf('"to be" is it')).toEqual(['to', 'be'])
    expect(wordsOf('economy of the US')).toEqual(['economy', 'US'])
    expect(wordsOf('WHO IS IN')).toEqual(['WHO', 'IS', 'IN'])
    expect(wordsOf('the --in flag')).toEqual(['--in', 'flag'])
  })

  it('drops lone punctuation and the operators of other engines, but never all', () => {
    expect(wordsOf('fix - the | TODO')).toEqual(['fix', 'TODO'])
    expect(analyseQuery('fix - this').keys).toEqual(['fix - this'])
    expect(wordsOf('retry OR timeout AND NOT error')).toEqual(['retry', 'timeout', 'error'])
    expect(wordsOf('- |')).toEqual(['-', '|'])
    expect(analyseQuery('***').keys).toEqual(['***'])
  })

  it('takes ideographs in pairs, a lone one alone', () => {
    expect(wordsOf('部署方案')).toEqual(['部署', '署方', '方案'])
    expect(wordsOf('雨')).toEqual(['雨'])
    expect(wordsOf('广西 OR 桂林')).toEqual(['广西', '桂林'])
  })

  it('searches the single ideographs too, but for a hiragana that stands in a pair', () => {
    const stems = analyseQuery('京の').terms.map(({ channel, term }) => `${channel} ${term}`)
    expect(stems).toEqual(['stem 京', 'stem 京の', 'stem の'])
    expect(analyseQuery('の京').terms.map(({ term }) => term)).toEqual(['の京', '京'])
  })

  it('takes five characters of a script without spaces as one word', () => {
    expect(wordsOf('ภาษาไทย')).toEqual(['ภาษาไ', 'าไทย'])
  })

  it('counts a repeated word once and says when words past the 64th are left out', () => {
    expect(wordsOf('run Run RUN')).toEqual(['run'])
    const many = Array.from({ length: 65 }, (_, i) => `word${i}`).join(' ')
    expect(analyseQuery(many)).toMatchObject({ truncated: true })
    expect(analyseQuery(many).words).toHaveLength(64)
    expect(analyseQuery(many.split(' ').slice(0, 64).join(' ')).truncated).toBe(false)
  })

  it('lists function words in the form folding gives them', () => {
    const list = 'что это который в من على إلى هل का में क्या what dont'.split(' ')
    for (const word of list) {
      expect(isFunctionWord(analyse(word).find(({ channel }) => channel === 'exact')!.term), word).toBe(true)
    }
  })
})

describe('text that other engines take for a query language', () => {
  it.each([
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
    '""',
    '((',
    '-- ;',
    '%',
  ])('asks for %s literally, alone, leading, trailing and doubled', (operator) => {
    for (const query of [
      operator,
      `${operator} fix`,
      `fix ${operator}`,
      `${operator}${operator}`,
      `fix${operator}`,
    ]) {
      expect(analyseQuery(query).terms, query).not.toEqual([])
      expect(analyseQuery(query).keys[0], query).not.toBe('')
    }
  })

  it.each([
    'TODO: fix',
    'error:timeout',
    'namespace:value',
    'status: done',
    'timeout "error',
    'retry OR',
    'health.base',
  ])('finds the document that says %s', (query) => {
    const document = new Set(
      analyse(`Some note. ${query} here.`).map(({ channel, term }) => `${channel} ${term}`),
    )
    expect(analyseQuery(query).terms.some(({ channel, term }) => document.has(`${channel} ${term}`))).toBe(
      true,
    )
  })
})

describe('phrases', () => {
  it('takes what is quoted as exact terms in order, function words included', () => {
    expect(analyseQuery('who said "To be or not" and “over there”').phrases).toEqual([
      ['to', 'be', 'or', 'not'],
      ['over', 'there'],
    ])
  })

  it('takes a quoted flag as the one literal flag', () => {
    const query = analyseQuery('"--error-on-warnings"')
    expect(query.phrases).toEqual([['error-on-warnings']])
    expect(query.keys).toContain('--error-on-warnings')
  })

  it('takes quoted ideographs as a substring', () => {
    expect(analyseQuery('「部署方案」').phrases).toEqual([['部', '署', '方', '案']])
  })

  it('sees no phrase in an unbalanced quotation mark or in nothing', () => {
    expect(analyseQuery('timeout "error').phrases).toEqual([])
    expect(analyseQuery('"" " "').phrases).toEqual([])
  })
})

describe('keys', () => {
  it('looks up the whole query first, then each identifier', () => {
    expect(analyseQuery('Is POL-358 about  C++?').keys).toEqual(['is pol-358 about c++?', 'pol-358', 'c++'])
  })

  it('folds case, width, composition and white space, and keeps symbols', () => {
    expect(keyOf('  C++\n ＡＢ  Cafe\u0301 ')).toBe('c++ ab café')
    expect(keyOf('Straße')).toBe('strasse')
  })

  it('keeps two texts apart that differ in a mark or an ideograph', () => {
    expect(keyOf('部署')).not.toBe(keyOf('方案'))
    expect(keyOf('resume')).not.toBe(keyOf('résumé'))
  })

  it('is empty for white space alone', () => {
    expect(keyOf(' \n\u3000')).toBe('')
    expect(keyOf('\u200b')).not.toBe('')
  })
})

describe('holding a word', () => {
  const holds = (document: string, query: string) => {
    const has = new Set(analyse(document).map(({ channel, term }) => `${channel} ${term}`))
    return holdsWord(analyseQuery(query).words[0]!, ({ channel, term }) => has.has(`${channel} ${term}`))
  }

  it.each([
    ['he runs', 'running', true],
    ['he walks', 'running', false],
    ['call getUserById', 'getUserById', true],
    ['get the user by id', 'getUserById', true],
    ['the user', 'getUserById', false],
    ['C++ code', 'C++', true],
    ['в Москве', 'Москва', true],
    ['Мост', 'Москва', false],
    ['сервер', 'Сергей', false],
    ['the Müller document', 'Müller', true],
    ['a ller', 'Müller', false],
    ['讨论部署', '部署', true],
    ['部和署', '部署', false],
    ['🎉', '🎉', true],
    ['ภาษาไทย', 'ภาษาไ', true],
    ['ภาพ', 'ภาษาไ', false],
    ['ภาษี', 'ภาษาไ', false],
  ])('says of %j and %j: %s', (document, query, expected) => {
    expect(holds(document, query)).toBe(expected)
  })
})
