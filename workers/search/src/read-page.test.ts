import { buildSegment } from '@cairn/search-engine/build-segment'
import type { PassageInput } from '@cairn/search-engine/passage'
import { NO_POINTERS } from '@cairn/search-engine/pointer-set'
import { search } from '@cairn/search-engine/search'
import type { SearchRequest } from '@cairn/search-engine/search-request'
import { openSegment } from '@cairn/search-engine/segment'
import { readHead } from '@cairn/search-engine/segment-head'
import { analyseQuery } from '@cairn/text/query'
import { describe, expect, it } from 'vitest'
import { sealedChunks } from '../../../packages/search-engine/test/sealed.ts'
import { ChunkReader } from './chunk-reader.ts'
import { IsolateMemory } from './isolate-memory.ts'
import type { IndexView } from './read-index.ts'
import { readPage } from './read-page.ts'

const WORDS = ['red', 'green', 'blue', 'stone', 'river', 'roof']
const passages: PassageInput[] = Array.from({ length: 3000 }, (_, n) => ({
  document: `notes/d${n}`,
  source: 'notes',
  documentId: `d${n}`,
  title: '',
  heading: '',
  speaker: '',
  author: '',
  text: `${WORDS[n % 6]} ${WORDS[n % 5]} word${n} ${'of the text '.repeat(60)}`,
  summaryTokens: 5,
  tokens: 9,
  hash: n.toString(16).padStart(12, '0').padEnd(64, '0'),
  uri: '',
  kind: 'note',
  tags: [],
  createdAt: null,
  eventAt: null,
  index: 0,
  vector: null,
}))
const whole = openSegment(buildSegment(passages, []), 7)
const cut = { chunkBytes: 60_000, pieceRows: 1024, storedBytes: 20_000 }
const digests = await Promise.all(
  sealedChunks(whole, cut)
    .slice(1)
    .map(async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes.slice())).slice(0, 16)),
)
const chunks = sealedChunks(whole, cut, () => digests.shift()!)

const request = (query: string): SearchRequest => ({
  query: analyseQuery(query),
  vector: null,
  filter: null,
  limit: 10,
  offset: 0,
  lanes: ['Bm25', 'Indexing', 'Topology'],
})

/** A view of the one sealed segment, over a store of its chunks as they are given. */
function sealedView(stored: readonly (Uint8Array | null)[], memory = new IsolateMemory()) {
  let keys = 0
  const get = (key: string) => {
    keys += 1
    return Promise.resolve(stored[Number(key.split('/').at(-1))]?.slice().buffer ?? null)
  }
  const reader = new ChunkReader({ get } as unknown as Pick<KVNamespace, 'get'>, memory, new Map())
  const sealed = {
    place: { prefix: 's2/1/a', chunks: chunks.length, digest: '' },
    head: readHead(chunks[0]!),
    chunk: chunks[0]!,
  }
  const view = {
    ns: 1,
    segments: [{ seq: 7, bytes: chunks[0]!.length, whole: null, sealed }],
    dead: NO_POINTERS,
  } as unknown as IndexView
  const page = (query: string) => readPage(reader, view, request(query))
  return { page, keys: () => keys }
}

describe('a page of a sealed segment', { timeout: 60_000 }, () => {
  it('has the hits of the segment it was sealed from', async () => {
    for (const query of ['red word7', '"green of the"', 'word2999', 'nothing', 'stone river roof']) {
      const { page } = sealedView(chunks)
      expect(await page(query)).toEqual(search([whole], NO_POINTERS, request(query)))
    }
  })

  it('takes each chunk once, and none when they are held', async () => {
    const { page, keys } = sealedView(chunks)
    await page('red word7')
    const cold = keys()
    expect(cold).toBeGreaterThan(3)
    expect(cold).toBeLessThan(chunks.length)
    await page('red word7')
    expect(keys()).toBe(cold)
  })

  it('is the same, and takes as many chunks, when the isolate can hold next to nothing', async () => {
    const { page, keys } = sealedView(chunks, new IsolateMemory(1000))
    const first = await page('red word7')
    const cold = keys()
    expect(await page('red word7')).toEqual(first)
    expect(keys()).toBe(2 * cold)
  })

  it.each([
    ['missing', (n: number) => chunks.with(n, null as unknown as Uint8Array)],
    ['another', (n: number) => chunks.with(n, chunks[0]!)],
    ['cut short', (n: number) => chunks.with(n, chunks[n]!.slice(0, -1))],
  ])('names the segment as damaged where a chunk that it needs is %s', async (_, damaged) => {
    for (let n = 1; n < chunks.length; n++) {
      const whole = await sealedView(chunks).page('red word7')
      const page = sealedView(damaged(n)).page('red word7')
      await page.then(
        (found) => expect(found).toEqual(whole),
        (error) => expect(error).toMatchObject({ name: 'SegmentDamaged', ns: 1, seq: 7 }),
      )
    }
    await expect(sealedView(damaged(1)).page('red word7')).rejects.toMatchObject({ name: 'SegmentDamaged' })
  })
})
