import { analyseQuery } from '@cairn/text/query'
import { describe, expect, it } from 'vitest'
import { passageOf } from '../test/passages.ts'
import { openChunks, sealedChunks } from '../test/sealed.ts'
import { buildSegment } from './build-segment.ts'
import type { Filter } from './filter.ts'
import { NO_POINTERS } from './pointer-set.ts'
import { KEYS_MAX, planReads } from './read-plan.ts'
import { search } from './search.ts'
import type { SearchRequest } from './search-request.ts'
import { openSegment } from './segment.ts'

const words = Array.from({ length: 90 }, (_, n) => `w${String.fromCharCode(97 + (n % 26))}${n}x`)
const passages = Array.from({ length: 1200 }, (_, n) =>
  passageOf({
    documentId: `d${n}`,
    kind: n % 2 === 0 ? 'even' : 'odd',
    text: Array.from({ length: 12 }, (_, i) => words[(n * 7 + i * 13) % 90]).join(' '),
  }),
)
const whole = openSegment(buildSegment(passages, []), 1)
/** So finely cut that nearly every term is in a chunk of its own. */
const fine = openChunks(sealedChunks(whole, { chunkBytes: 700, pieceRows: 32, storedBytes: 600 }), 1)
const coarse = openChunks(sealedChunks(whole, { chunkBytes: 9000, pieceRows: 512, storedBytes: 9000 }), 1)

function requestFor(query: string, filter: Filter | null = null) {
  const lanes = ['Bm25', 'Indexing', 'Topology'] as const
  return { query: analyseQuery(query), vector: null, filter, limit: 10, offset: 0, lanes }
}

describe('a search of a sealed segment', () => {
  it('reads no more than 64 keys before it knows its page, and says that it left terms out', () => {
    const request = requestFor(words.slice(0, 64).join(' '))
    const plan = planReads([fine], request)
    expect(plan.chunks.length + 1).toBeLessThanOrEqual(KEYS_MAX)
    expect(plan.isCapped).toBe(true)
    expect(search([fine], NO_POINTERS, request).capped).toEqual(['read_cap'])
  })

  it('leaves out nothing while there is room', () => {
    const request = requestFor(words.slice(0, 3).join(' '))
    expect(planReads([fine], request).isCapped).toBe(false)
    expect(search([fine], NO_POINTERS, request).capped).toEqual([])
  })

  it('never leaves out the key of the whole question', () => {
    const rare = 'Some whole text that is asked for'
    const named = openSegment(buildSegment([...passages, passageOf({ documentId: 'x', text: rare })], []), 1)
    const sealed = openChunks(sealedChunks(named, { chunkBytes: 900, pieceRows: 64, storedBytes: 600 }), 1)
    const [first] = search([sealed], NO_POINTERS, requestFor(rare)).hits
    expect([first!.passage.text, first!.reason]).toEqual([rare, 'Exact'])
  })

  it('ranks once more by telling words only where all terms are read anyway', () => {
    const request = requestFor(words[3]!)
    expect(planReads([coarse], request).isWhole).toBe(true)
    expect(search([coarse], NO_POINTERS, request)).toEqual(search([whole], NO_POINTERS, request))
    expect(planReads([fine], request).isWhole).toBe(false)
    const once = search([fine], NO_POINTERS, request).hits.map(({ score }) => score)
    expect(once).not.toEqual(search([whole], NO_POINTERS, request).hits.map(({ score }) => score))
    const ranked = { ...request, lanes: ['Bm25', 'Indexing'] as const }
    expect(search([fine], NO_POINTERS, ranked)).toEqual(search([whole], NO_POINTERS, ranked))
  })

  it('reads the columns of the filters it is given and of no other', () => {
    const chunksOf = (filter: Filter | null) =>
      planReads([fine], requestFor(words[0]!, filter)).chunks.map(({ n }) => n)
    const without = chunksOf(null)
    const both = chunksOf({ and: [{ kind: 'odd' }, { not: { created_at: { gte: 5 } } }] })
    const more = (chunks: readonly number[]) => chunks.filter((n) => !without.includes(n)).sort()
    expect(more(both)).toEqual(
      [...fine.reads.filter('kind'), ...fine.reads.filter('createdAt')]
        .filter((n, i, all) => all.indexOf(n) === i && !without.includes(n))
        .sort(),
    )
    const request = requestFor(words[0]!, { kind: 'odd' })
    const kinds = search([fine], NO_POINTERS, request).hits.map(({ passage }) => passage.kind)
    expect(new Set(kinds)).toEqual(new Set(['odd']))
  })
})

describe('a search by a vector', () => {
  const nearOf = (dimensions: number) => {
    const vectorOf = (n: number) => Int8Array.from({ length: dimensions }, (_, i) => 1 + ((n * 7 + i) % 120))
    const inputs = passages.map((each, n) => ({ ...each, vector: vectorOf(n) }))
    return openSegment(buildSegment(inputs, []), 1)
  }
  const near = nearOf(8)
  const sealed = openChunks(sealedChunks(near, { chunkBytes: 700, pieceRows: 32, storedBytes: 600 }), 1)
  const vector = Int8Array.of(127, 0, 0, 0, 0, 0, 0, 0)
  const lanes = ['Bm25', 'Indexing', 'Topology', 'Dense'] as const
  const chunksOf = (request: SearchRequest) => planReads([sealed], request).chunks.map(({ n }) => n)

  it('reads all vectors, and one without a vector, or that does not ask for the lane, none', () => {
    const vectors = sealed.reads.vectors()
    expect(vectors.length).toBeGreaterThan(10)
    const request = requestFor(words[0]!)
    const without = chunksOf({ ...request, lanes })
    expect(without.filter((n) => vectors.includes(n))).toEqual([])
    expect(chunksOf({ ...request, vector })).toEqual(without)
    expect(chunksOf({ ...request, vector, lanes }).filter((n) => !without.includes(n))).toEqual(vectors)
  })

  it('compares none of them where not all have room beside the terms, and says that it left something out', () => {
    const request = { ...requestFor(words.slice(0, 30).join(' ')), lanes }
    const left = search([sealed], NO_POINTERS, { ...request, vector })
    expect(left.capped).toEqual(['read_cap'])
    expect(left.hits).toEqual(search([sealed], NO_POINTERS, request).hits)
    expect(chunksOf({ ...request, vector }).length + 1).toBeLessThanOrEqual(KEYS_MAX)
  })

  it('reads the whole of the terms only where the vectors have room beside it', () => {
    const request = { ...requestFor(words[0]!), lanes }
    const cut = (dimensions: number) =>
      openChunks(sealedChunks(nearOf(dimensions), { chunkBytes: 5000, pieceRows: 8, storedBytes: 9000 }), 1)
    for (const [dimensions, isWhole] of [
      [100, true],
      [200, false],
    ] as const) {
      const segment = cut(dimensions)
      const vector = new Int8Array(dimensions).fill(1)
      expect(planReads([segment], request).isWhole).toBe(true)
      const plan = planReads([segment], { ...request, vector })
      expect([plan.isWhole, plan.vector, plan.isCapped]).toEqual([isWhole, vector, false])
    }
  })

  it('that is out of time before it compares them says so', () => {
    const request = { ...requestFor('none'), lanes: ['Dense'] as const, vector }
    expect(search([near], NO_POINTERS, request)).toMatchObject({ capped: [], hits: { length: 10 } })
    expect(search([near], NO_POINTERS, { ...request, isOver: () => true })).toMatchObject({
      capped: ['deadline'],
      hits: [],
    })
  })
})

describe('a search that is out of time', () => {
  it('ranks by the terms it has read, and says so', () => {
    const request = requestFor(`${words[0]} ${words[1]}`)
    let reads = 0
    const late = search([whole], NO_POINTERS, { ...request, isOver: () => ++reads > 4 })
    expect(late.capped).toEqual(['deadline'])
    expect(late.hits.length).toBeGreaterThan(0)
    expect(search([whole], NO_POINTERS, { ...request, isOver: () => true })).toMatchObject({
      hits: [],
      capped: ['deadline'],
    })
    expect(search([whole], NO_POINTERS, { ...request, isOver: () => false }).capped).toEqual([])
  })
})
