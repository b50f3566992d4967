import { describe, expect, it } from 'vitest'
import { headEpitome, windowEpitome } from './epitome.ts'
import { analyseQuery } from './query.ts'
import { countTokens } from './tokens.ts'

const filler = 'Some other sentence stands here and says little of note. '

describe('the beginning', () => {
  it('is the whole text and complete when that has at most 40 tokens', () => {
    expect(headEpitome('  A short\nnote. ')).toEqual({ epitome: 'A short\nnote.', complete: true })
  })

  it('is complete at 40 tokens and not at 41', () => {
    const forty = `one${' two'.repeat(39)}`
    expect(countTokens(forty)).toBe(40)
    expect(headEpitome(forty)).toEqual({ epitome: forty, complete: true })
    expect(headEpitome(`${forty} two`).complete).toBe(false)
  })

  it('ends with a sentence where that keeps half of it, else with a word', () => {
    expect(headEpitome(filler.repeat(20)).epitome).toBe(filler.repeat(3).trim())
    expect(headEpitome('word '.repeat(100)).epitome).toBe('word '.repeat(40).trim())
  })

  it('ends at the stop of an ideographic sentence', () => {
    expect(headEpitome('今天我们讨论了部署方案。'.repeat(20)).epitome).toMatch(/。$/)
  })

  it('does not end at a stop that carries a mark, nor within a word', () => {
    const marked = '今天我们讨论了部署方案。\u3099'
    expect(headEpitome(marked.repeat(20)).epitome).toMatch(/[^。]$/)
    const words = 'antidisestablishmentarianism floccinaucinihilipilification '
    expect(headEpitome(words.repeat(20)).epitome).toMatch(/(?:ism|ation)$/)
  })

  it('is empty where the first grapheme alone is too long', () => {
    expect(headEpitome(`e${'\u0301'.repeat(200)} and more`)).toEqual({ epitome: '', complete: false })
  })
})

describe('the window', () => {
  it('shows the sentence that holds the words of the query', () => {
    const text = `${filler.repeat(10)}The capital of Peru is Lima, a city by the sea. ${filler.repeat(10)}`
    const { epitome, complete } = windowEpitome(text, analyseQuery('what is the capital of Peru'))
    expect(epitome).toMatch(/^The capital of Peru is Lima, a city by the sea\./)
    expect(complete).toBe(false)
  })

  it('prefers a stretch with more distinct words to one that repeats a word', () => {
    const text = `${'alpha alpha alpha. '.repeat(3)}${filler.repeat(6)}Here alpha meets beta. ${filler.repeat(6)}`
    expect(windowEpitome(text, analyseQuery('alpha beta')).epitome).toContain('alpha meets beta')
  })

  it('prefers the word that the text uses less', () => {
    const text = `${'Here stands alpha. '.repeat(4)}${filler.repeat(6)}There stands beta. ${filler.repeat(6)}`
    expect(windowEpitome(text, analyseQuery('alpha beta')).epitome).toContain('beta')
  })

  it('does not divide the grapheme at the end of what it looks at', () => {
    const text = `${'x '.repeat(16_380)}zebra 👩‍👩‍👧 and more`
    const { epitome } = windowEpitome(text, analyseQuery('zebra'))
    expect(epitome).toContain('zebra')
    expect(epitome).not.toContain('👩')
  })

  it('finds identifiers, ideographs and emoji', () => {
    for (const [query, sentence] of [
      ['C++', 'We wrote it in C++ then.'],
      ['部署方案', '今天我们讨论了部署方案。'],
      ['🎉', 'It was done 🎉 at last.'],
      ['Москва', 'Он был в Москве вчера.'],
    ] as const) {
      const text = `${filler.repeat(10)}${sentence} ${filler.repeat(10)}`
      expect(windowEpitome(text, analyseQuery(query)).epitome).toContain(sentence)
    }
  })

  it('is the beginning when no word of the query occurs, and the whole text when that fits', () => {
    const text = filler.repeat(20)
    expect(windowEpitome(text, analyseQuery('zebra'))).toEqual(headEpitome(text))
    expect(windowEpitome('A short note.', analyseQuery('short'))).toEqual({
      epitome: 'A short note.',
      complete: true,
    })
  })
})
