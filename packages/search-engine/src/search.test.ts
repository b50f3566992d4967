import { analyseQuery } from '@cairn/text/query'
import { describe, expect, it } from 'vitest'
import { Collection } from '../test/collection.ts'
import { passageOf } from '../test/passages.ts'
import { buildSegment } from './build-segment.ts'
import { mergeSegments } from './merge-segments.ts'
import { NO_POINTERS } from './pointer-set.ts'
import { search } from './search.ts'
import { LANE_NAMES } from './search-request.ts'
import { openSegment, type Segment } from './segment.ts'

describe('search', () => {
  it.each([
    ["don't use agents", "We don't use agents here."],
    ['Downloads/transcripts', 'Saved under Downloads/transcripts today.'],
    ['TODO: fix', 'TODO: fix the roof.'],
    ['error:timeout', 'It logs error:timeout twice.'],
    ['retry OR', 'Or retry it.'],
    ['opensource', 'package com.nux.opensource.enterprise'],
    ['health.base', 'the health.base module'],
    ['base', 'the health.base module'],
    ['Müller', 'Herr Müller wohnt hier.'],
    ['Сергей', 'Её зовут Сергей.'],
    ['黑豹', '黑豹队的防守'],
    ['the who', 'The Who.'],
  ])('finds %s', (query, text) => {
    expect(new Collection(['Something else entirely.', text]).texts(query)).toEqual([text])
  })

  it.each(['"', '*', '^', ':', '(', ')', '-', '+', '{', '}', ',', 'NEAR', 'AND', 'OR', 'NOT', '""', '" "'])(
    'takes %s as text wherever it stands',
    (operator) => {
      const notes = new Collection(['A timeout in the log.'])
      for (const query of [`${operator} timeout`, `timeout ${operator}`, `${operator}${operator} timeout`]) {
        expect(notes.texts(query)).toEqual(['A timeout in the log.'])
      }
      expect(notes.texts(operator)).toEqual([])
    },
  )

  it('gives nothing, and never the recent, when nothing matches', () => {
    const notes = new Collection(['Сервер перезапущен.', 'Recent note.', 'Another.'])
    expect(notes.search('Сергей')).toEqual({
      hits: [],
      next: null,
      coverage: 0,
      missing: ['Сергей'],
      capped: [],
    })
  })

  it('finds another form of a word by its letters', () => {
    expect(new Collection(['Поговорили с Сергеем вчера.', 'Сервер.']).texts('Сергей')).toHaveLength(1)
  })

  it.each([
    ['university', ['The universe opened.', 'The university opened.']],
    ['communication', ['On communism today.', 'On communication today.']],
    ['runs', ['She running home.', 'She runs home.']],
  ])('ranks the exact form of %s above one that only shares its stem', (query, texts) => {
    expect(new Collection(texts).texts(query)[0]).toBe(texts[1])
  })

  it('counts a title twice, a date by half', () => {
    const notes = new Collection([
      { title: 'May', text: 'It rained.' },
      { title: 'On', text: 'May came.' },
      { title: 'On', text: 'It snowed.', eventAt: Date.UTC(2023, 4, 8) },
    ])
    expect(notes.search('May', { lanes: ['Bm25'] }).hits.map((hit) => hit.ordinal)).toEqual([0, 1, 2])
  })

  it('finds a passage by the date it happened', () => {
    const talk = new Collection([{ text: 'We met.', eventAt: Date.UTC(2023, 4, 8, 23) }, 'We met.  '])
    expect(talk.search('8 May 2023').hits.map((hit) => hit.ordinal)).toEqual([0])
  })

  it('names the words each hit holds, by their place in the query', () => {
    const notes = new Collection(['red lines', { author: 'Knuth', text: 'lines' }])
    expect(notes.search('knuth red lines').hits.map((hit) => [hit.ordinal, hit.words])).toEqual([
      [0, [1, 2]],
      [1, [0, 2]],
    ])
  })

  it('gives scores from 0 to 1 that are the sum of their lanes', () => {
    const { hits } = new Collection([{ title: 'Red lines', text: 'red' }, 'red lines', 'lines']).search(
      'red lines',
    )
    for (const { score, lanes } of hits)
      expect(score).toBeCloseTo(lanes.Bm25 + lanes.Indexing + lanes.Topology, 12)
    expect(hits.map((hit) => hit.score)).toEqual(hits.map((hit) => hit.score).toSorted((a, b) => b - a))
    expect(hits[0]!.score).toBeLessThanOrEqual(1)
  })

  it('answers the same from one large segment and from a merge of small ones', () => {
    const passages = Array.from({ length: 700 }, (_, n) =>
      passageOf({
        documentId: `d${n}`,
        text: `red ${'line '.repeat(n % 9)} ${n % 200 === 0 ? 'rare' : ''} ${n}`,
      }),
    )
    const whole = openSegment(buildSegment(passages, []), 1)
    const parts = [0, 100, 350].map((from, i, starts) =>
      openSegment(buildSegment(passages.slice(from, starts[i + 1]), []), i + 1),
    )
    const merged = openSegment(mergeSegments(parts, new Set()), 9)
    for (const query of ['rare red line', 'line 650', '"red line line" rare']) {
      expect(textsAndScores([merged], query)).toEqual(textsAndScores([whole], query))
    }
  })

  it('does not show the dead', () => {
    const notes = new Collection(['red one', 'red two'])
    expect(notes.search('red', { dead: ['1:0'] }).hits.map((hit) => hit.passage.text)).toEqual(['red two'])
  })

  it('says work_cap when the query was cut to its bound', () => {
    const long = Array.from({ length: 65 }, (_, i) => `word${i}`).join(' ')
    expect(new Collection(['word0']).search(long).capped).toEqual(['work_cap'])
    expect(new Collection(['word0']).search(long.replace(' word64', '')).capped).toEqual([])
  })
})

function textsAndScores(segments: readonly Segment[], query: string) {
  const request = {
    query: analyseQuery(query),
    vector: null,
    filter: null,
    limit: 700,
    offset: 0,
    lanes: LANE_NAMES,
  } as const
  return search(segments, NO_POINTERS, request).hits.map(({ score, passage }) => [score, passage.text])
}
