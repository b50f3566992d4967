import { analyseQuery, type QueryTerms } from '@cairn/text/query'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { History } from '../../test/history.ts'
import { naiveFeedback, naiveTopology } from '../../test/naive-topology.ts'
import { hashOf, passageOf } from '../../test/passages.ts'
import { pointersOf } from '../../test/pointers.ts'
import { search } from '../search.ts'
import type { Hit, SearchResult } from '../search-request.ts'

const WORDS = 'my red lines garden roof may rain stone river ann bob did you say'.split(' ')
const words = (most: number) =>
  fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: most }).map((list) => list.join(' '))
const turn = fc.record({ speaker: fc.constantFrom('', 'user', 'assistant', 'Ann', 'Bob'), text: words(6) })
const conversation = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
  turns: fc.array(turn, { minLength: 1, maxLength: 8 }),
})
const commits = fc.array(fc.uniqueArray(conversation, { minLength: 1, selector: ({ id }) => id }), {
  minLength: 1,
  maxLength: 5,
})

function historyOf(list: typeof commits extends fc.Arbitrary<infer C> ? C : never, merge: boolean): History {
  const history = new History()
  for (const [salt, documents] of list.entries()) {
    const passages = documents.flatMap(({ id, turns }) =>
      turns.map(({ speaker, text }, index) =>
        passageOf({ documentId: id, speaker, text, index, hash: hashOf(`${salt}/${id}/${index}`) }),
      ),
    )
    history.commit(passages)
    if (merge) history.merge((i) => i > 0)
  }
  return history
}

describe('the Topology lane', { timeout: 60_000 }, () => {
  it('ranks as one who reads every conversation whole: three by the query, the others by telling terms too', () => {
    fc.assert(
      fc.property(commits, fc.boolean(), words(3), (list, merge, asked) => {
        const history = historyOf(list, merge)
        const { live } = history
        const query = analyseQuery(asked)
        const scores = naiveTopology(live, query)
        const base = live
          .map((_, index) => ({ index, score: scores[index]! }))
          .filter(({ score }) => score > 0)
          .sort((a, b) => b.score - a.score || a.index - b.index)
        const hits = walked(history, query)
        const found = hits.map(({ batch, ordinal }) =>
          live.findIndex((one) => one.batch === batch && one.ordinal === ordinal),
        )
        expect(found.toSorted((a, b) => a - b)).toEqual(
          base.map(({ index }) => index).toSorted((a, b) => a - b),
        )
        const head = base.slice(0, 3)
        for (const [rank, { score }] of head.entries()) {
          expect(scores[found[rank]!]).toBeCloseTo(score, 9)
          expect(hits[rank]!.score).toBeCloseTo(score / head[0]!.score, 9)
        }
        if (head.length < 3) return
        const shownHead = found.slice(0, 3).map((index) => ({ index, score: scores[index]! }))
        const added = naiveFeedback(live, query, shownHead)
        const rest = found.slice(3).map((index) => scores[index]! + added[index]!)
        for (let i = 1; i < rest.length; i++) expect(rest[i]!).toBeLessThanOrEqual(rest[i - 1]! + 1e-9)
        for (const hit of hits.slice(3)) expect(hit.score).toBeLessThan(hits[2]!.score)
      }),
      { numRuns: 200 },
    )
  })
})

/** Every hit in ranked order: on pages of three no document is crowded. */
function walked(history: History, query: QueryTerms): Hit[] {
  const hits: Hit[] = []
  for (let offset: number | null = 0; offset !== null; ) {
    const page: SearchResult = search(history.segments, pointersOf(history.dead), {
      query,
      vector: null,
      filter: null,
      limit: 3,
      offset,
      lanes: ['Bm25', 'Topology'],
    })
    hits.push(...page.hits)
    offset = page.next
  }
  return hits
}
