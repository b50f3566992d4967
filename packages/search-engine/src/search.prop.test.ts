import { analyseQuery } from '@cairn/text/query'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { History } from '../test/history.ts'
import { naiveBm25 } from '../test/naive-bm25.ts'
import { pointersOf } from '../test/pointers.ts'
import { apply, QUERY_VECTOR, step, words } from '../test/steps.ts'
import { search } from './search.ts'
import { LANE_NAMES, type SearchRequest } from './search-request.ts'

function requestFor(query: string, lanes: SearchRequest['lanes']): SearchRequest {
  return { query: analyseQuery(query), vector: QUERY_VECTOR, filter: null, limit: 1000, offset: 0, lanes }
}

describe('search', { timeout: 120_000 }, () => {
  it('ranks as a naive BM25 over the live passages does, bit for bit, at every version', () => {
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 1, maxLength: 12 }),
        fc.array(words(4), { minLength: 1 }),
        (steps, queries) => {
          const history = new History()
          for (const [salt, step] of steps.entries()) {
            apply(history, step, salt)
            for (const query of queries) expect(ranked(history, query)).toEqual(naivelyRanked(history, query))
          }
        },
      ),
      { numRuns: 150 },
    )
  })

  it('answers the same with all lanes whatever segments the passages are in', () => {
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 1, maxLength: 8 }),
        words(4),
        fc.array(fc.boolean()),
        fc.boolean(),
        (steps, query, chosen, isSealed) => {
          const history = new History()
          for (const [salt, step] of steps.entries()) apply(history, step, salt)
          const request = requestFor(query, LANE_NAMES)
          const before = search(history.segments, pointersOf(history.dead), request)
          history.merge((i) => chosen[i] ?? true, isSealed)
          expect(search(history.segments, pointersOf(history.dead), request)).toEqual(before)
          expect(search(history.segments.toReversed(), pointersOf(history.dead), request)).toEqual(before)
        },
      ),
      { numRuns: 150 },
    )
  })

  it('keeps every document frequency, length and count exact through burials and merges', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 10 }), (steps) => {
        const history = new History()
        for (const [salt, step] of steps.entries()) apply(history, step, salt)
        const fresh = new History()
        fresh.commit(history.live.map(({ passage }) => passage))
        expect(totalsOf(history)).toEqual(totalsOf(fresh))
      }),
    )
  })
})

function ranked(history: History, query: string) {
  const { hits } = search(history.segments, pointersOf(history.dead), requestFor(query, ['Bm25']))
  return hits.map(({ batch, ordinal, score }) => ({ batch, ordinal, score }))
}

function naivelyRanked({ live }: History, query: string) {
  const scores = naiveBm25(
    live.map(({ passage }) => passage),
    analyseQuery(query),
  )
  const best = Math.max(...scores)
  return live
    .map(({ batch, ordinal }, i) => ({ batch, ordinal, score: scores[i]! / best }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.batch - b.batch || a.ordinal - b.ordinal)
}

/** Live counts of every term of every channel, and of passages and lengths, summed over segments. */
function totalsOf({ segments }: History): Record<string, number> {
  const totals = new Map<string, number>()
  const add = (name: string, count: number) => totals.set(name, (totals.get(name) ?? 0) + count)
  for (const segment of segments) {
    const { counts } = segment
    add('passages', counts.passages + counts.adjustments.passages)
    for (const channel of ['stem', 'exact', 'gram', 'key', 'entity'] as const) {
      for (const entry of segment.entries(channel)) {
        add(`${channel} ${entry.term.join()}`, entry.count + entry.adjustment)
      }
    }
    for (const channel of ['stem', 'exact', 'gram'] as const) {
      add(`${channel} length`, counts.lengths[channel].length + counts.adjustments.lengths[channel].length)
      add(
        `${channel} passages`,
        counts.lengths[channel].passages + counts.adjustments.lengths[channel].passages,
      )
    }
  }
  return Object.fromEntries([...totals].filter(([, count]) => count !== 0).sort())
}
