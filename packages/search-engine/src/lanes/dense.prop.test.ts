import { analyseQuery } from '@cairn/text/query'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { History, type LivePassage } from '../../test/history.ts'
import { naiveBm25 } from '../../test/naive-bm25.ts'
import { naiveDense } from '../../test/naive-dense.ts'
import { hashOf, passageOf } from '../../test/passages.ts'
import { pointersOf } from '../../test/pointers.ts'
import { apply, QUERY_VECTOR, step, words } from '../../test/steps.ts'
import { vectorOf } from '../../test/vectors.ts'
import { search } from '../search.ts'
import type { SearchRequest } from '../search-request.ts'

type Asked = Pick<SearchRequest, 'lanes'> & Partial<SearchRequest>

function ranked({ segments, dead }: History, query: string, asked: Asked) {
  const usual = { query: analyseQuery(query), vector: QUERY_VECTOR, filter: null, limit: 1000, offset: 0 }
  const { hits } = search(segments, pointersOf(dead), { ...usual, ...asked })
  return hits.map(({ batch, ordinal, score, lanes }) => ({ batch, ordinal, score, dense: lanes.Dense }))
}

/** Those that `score` gives more than 0, best first, ties by batch and ordinal. */
function naivelyRanked(live: readonly LivePassage[], parts: readonly Part[]) {
  const most = parts.map(({ scores }) => Math.max(...scores))
  return live
    .map(({ batch, ordinal }, i) => {
      const own = parts.map(({ scores, weight }, n) =>
        scores[i]! > 0 ? (weight * scores[i]!) / most[n]! : 0,
      )
      return { batch, ordinal, score: own.reduce((a, b) => a + b, 0), dense: own.at(-1)! }
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.batch - b.batch || a.ordinal - b.ordinal)
}

interface Part {
  readonly scores: readonly number[]
  readonly weight: number
}

describe('Dense', { timeout: 120_000 }, () => {
  it('ranks as a naive scan of the live vectors does, bit for bit, at every version', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), fc.array(vectorOf(3)), (steps, asked) => {
        const history = new History()
        for (const [salt, step] of steps.entries()) {
          apply(history, step, salt)
          for (const vector of asked) {
            const scores =
              vector === null
                ? []
                : naiveDense(
                    history.live.map(({ passage }) => passage),
                    vector,
                  )
            expect(ranked(history, 'no such word', { vector, lanes: ['Dense'] })).toEqual(
              vector === null ? [] : naivelyRanked(history.live, [{ scores, weight: 1 }]),
            )
          }
        }
      }),
      { numRuns: 150 },
    )
  })

  it('counts for three tenths beside the words, whatever segments the passages are in', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), words(4), (steps, query) => {
        const history = new History()
        for (const [salt, step] of steps.entries()) apply(history, step, salt)
        const passages = history.live.map(({ passage }) => passage)
        const dense = naiveDense(passages, QUERY_VECTOR)
        const isNear = dense.some((score) => score > 0)
        expect(ranked(history, query, { lanes: ['Bm25', 'Dense'] })).toEqual(
          naivelyRanked(history.live, [
            { scores: naiveBm25(passages, analyseQuery(query)), weight: isNear ? 0.7 : 1 },
            { scores: dense, weight: 0.3 },
          ]),
        )
      }),
      { numRuns: 300 },
    )
  })

  it('finds among what a filter lets through, and nothing else is any better for it', () => {
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 1, maxLength: 12 }),
        fc.constantFrom('', 'Ann', 'user'),
        (steps, speaker) => {
          const history = new History()
          for (const [salt, step] of steps.entries()) apply(history, step, salt)
          const live = history.live.filter(({ passage }) => passage.speaker === speaker)
          const scores = naiveDense(
            live.map(({ passage }) => passage),
            QUERY_VECTOR,
          )
          expect(ranked(history, 'run', { filter: { speaker }, lanes: ['Dense'] })).toEqual(
            naivelyRanked(live, [{ scores, weight: 1 }]),
          )
        },
      ),
      { numRuns: 150 },
    )
  })

  it('leaves out no text that a walk would come to, of more texts than a walk shows', () => {
    const history = new History()
    const passages = Array.from({ length: 2600 }, (_, n) => {
      const vector = Int8Array.of(127, (n * 7919) % 128, -((n * 104_729) % 100))
      const text = n % 37 === 0 ? 'run' : 'walk'
      return passageOf({ documentId: `d${n}`, text, hash: hashOf(`${n % 1300}`), vector })
    })
    for (let from = 0; from < passages.length; from += 650) history.commit(passages.slice(from, from + 650))
    history.merge((i) => i < 2, true)
    const live = history.live.map(({ passage }) => passage)
    const naive = naivelyRanked(history.live, [
      { scores: naiveBm25(live, analyseQuery('run')), weight: 0.7 },
      { scores: naiveDense(live, QUERY_VECTOR), weight: 0.3 },
    ])
    const seen = new Set<string>()
    const texts = naive.filter(({ batch, ordinal }) => {
      const { hash } = passages[(batch - 1) * 650 + ordinal]!
      return !seen.has(hash) && seen.add(hash)
    })
    expect(texts.length).toBe(1300)
    expect(ranked(history, 'run', { lanes: ['Bm25', 'Dense'] })).toEqual(texts.slice(0, 1000))
  })

  it('finds what is near although more than a walk shows is nearer and dead, or left out by a filter', () => {
    const history = new History()
    const of = (from: number, speaker: string, vector: Int8Array) =>
      Array.from({ length: 1100 }, (_, n) =>
        passageOf({ documentId: `d${from + n}`, text: `${from + n}`, speaker, vector }),
      )
    const buried = of(0, 'Ann', Int8Array.of(127, 64, -3))
    history.commit(buried)
    history.commit(of(2000, 'Bob', Int8Array.of(127, 63, -3)))
    history.commit([
      passageOf({ documentId: 'far', text: 'far', speaker: 'Ann', vector: Int8Array.of(127, 0, 0) }),
    ])
    history.commit(
      [],
      buried.map(({ document }) => document),
    )
    const asked = { filter: { speaker: 'Ann' }, lanes: ['Dense'] } as const
    expect(ranked(history, 'none', asked)).toMatchObject([{ batch: 3, ordinal: 0, score: 1 }])
  })
})
