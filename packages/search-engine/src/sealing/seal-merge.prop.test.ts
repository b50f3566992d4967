import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashOf, passageOf } from '../../test/passages.ts'
import { held, sealing } from '../../test/sealing.ts'
import { vectorOf } from '../../test/vectors.ts'
import { buildSegment } from '../build-segment.ts'
import { CHANNELS, RANKED_CHANNELS } from '../channels.ts'
import { CHUNK_BYTES_MAX } from '../chunks-held.ts'
import { mergeSegments } from '../merge-segments.ts'
import type { PassageInput } from '../passage.ts'
import { openSegment, type Segment } from '../segment.ts'
import type { MergeInput } from './merge-input.ts'
import { sealMerge } from './seal-merge.ts'
import { wholeInput } from './whole-input.ts'

/** Everything a segment says, in an order that no format decides. */
function contentsOf(segment: Segment) {
  const rows = Array.from({ length: segment.counts.passages }, (_, row) => ({
    pointer: [segment.rows.batchAt(row), segment.rows.ordinalAt(row)],
    lengths: RANKED_CHANNELS.map((channel) => segment.rows.length(channel, row)),
    link: segment.rows.link(row),
    fingerprint: segment.rows.fingerprint(row),
    passage: segment.stored(row),
    vector: segment.vectors.at(row),
  }))
  const terms = CHANNELS.flatMap((channel) =>
    [...segment.entries(channel)]
      .map((entry) => {
        const { rows, weights } = segment.postings(channel, entry)
        return {
          term: `${channel} ${Array.from(entry.term).join()}`,
          adjustment: entry.adjustment,
          rows: [...rows],
          weights: [...weights],
          positions: channel === 'exact' && rows.length > 0 ? segment.positions(entry, () => true) : null,
        }
      })
      .toSorted((a, b) => (a.term < b.term ? -1 : 1)),
  )
  const { passages, lengths, adjustments } = segment.counts
  return { analyser: segment.analyser, counts: { passages, lengths, adjustments }, rows, terms }
}

const WORDS = 'run running GB/s user Сергей 豹队 C++ the May POL-358 ab ab\u0000c ab\u0001 ab\u0005'.split(
  ' ',
)
const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 9 }).map((list) => list.join(' '))
const passage = fc.record({
  documentId: fc.constantFrom('a', 'b', 'c'),
  text,
  title: text,
  speaker: fc.constantFrom('', 'Ann', 'user'),
  tags: fc.array(fc.constantFrom('ab', 'ab\u0000c', 'x'), { maxLength: 2 }),
  createdAt: fc.constantFrom(null, 0, 1_700_000_000_000),
  index: fc.nat(3),
  vector: vectorOf(4),
})
const commit = fc.record({
  passages: fc.array(passage, { maxLength: 5 }),
  buried: fc.array(passage, { maxLength: 2 }),
})

const inputOf = (fields: Partial<PassageInput> & { readonly text: string }) =>
  passageOf({ ...fields, hash: hashOf(`${fields.documentId} ${fields.text}`) })

function built(
  commits: readonly {
    passages: (Partial<PassageInput> & { text: string })[]
    buried: (Partial<PassageInput> & { text: string })[]
  }[],
) {
  return commits.map(({ passages, buried }, i) => ({
    bytes: buildSegment(passages.map(inputOf), buried.map(inputOf)),
    vectors: passages.map(({ vector = null }) => vector),
    seq: i + 1,
  }))
}

const wholes = (segments: readonly { bytes: Uint8Array; seq: number }[]) =>
  segments.map(({ bytes, seq }) => wholeInput(bytes, seq))

const planOf = (inputs: readonly MergeInput[], dead: ReadonlySet<string>) => ({
  inputs,
  isDead: (batch: number, ordinal: number) => dead.has(`${batch}:${ordinal}`),
  keepsCounts: true,
  inputBytes: 1000,
})

describe('a sealed merge', { timeout: 120_000 }, () => {
  it('holds what a merge in memory holds, to the last list, also of segments that were sealed before', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(commit, { minLength: 1, maxLength: 5 }),
        fc.array(fc.tuple(fc.integer({ min: 1, max: 5 }), fc.nat(4)), { maxLength: 6 }),
        fc.nat(5),
        async (commits, deaths, split) => {
          const segments = built(commits)
          const dead = new Set(deaths.map(([batch, ordinal]) => `${batch}:${ordinal}`))
          const inMemory = mergeSegments(
            segments.map(({ bytes, seq }) => openSegment(bytes, seq)),
            dead,
          )
          const first = segments.slice(0, split)
          const inputs = wholes(segments.slice(split))
          if (first.length > 0) {
            const { chunks, put } = sealing()
            await sealMerge(planOf(wholes(first), new Set()), null, { put, isOver: () => false })
            inputs.push(held(chunks).input)
          }
          const { chunks, put } = sealing()
          const result = await sealMerge(planOf(inputs, dead), null, { put, isOver: () => false })
          expect(chunks.size).toBe(1)
          expect(result).toMatchObject({ sealed: { chunks: 1, length: chunks.get(0)!.length } })
          expect(contentsOf(held(chunks).segment)).toEqual(contentsOf(openSegment(inMemory, 0)))
        },
      ),
      { numRuns: 150 },
    )
  })

  it('of many chunks holds the same, written at once, in steps, or out of a sealed one', async () => {
    const segments = large()
    const plan = () => planOf(wholes(segments), new Set(['1:3', '2:7']))
    const straight = sealing()
    await sealMerge(plan(), null, { put: straight.put, isOver: () => false })
    expect(straight.chunks.size).toBeGreaterThan(8)
    for (const [n, { length }] of straight.chunks) expect(length, `${n}`).toBeLessThanOrEqual(CHUNK_BYTES_MAX)
    const inMemory = mergeSegments(
      segments.map(({ bytes, seq }) => openSegment(bytes, seq)),
      new Set(['1:3', '2:7']),
    )
    const expected = JSON.stringify(contentsOf(openSegment(inMemory, 0)))
    expect(JSON.stringify(contentsOf(held(straight.chunks).segment)) === expected).toBe(true)
    const inSteps = sealing()
    let progress = null
    let steps = 0
    for (;;) {
      const result = await sealMerge(plan(), progress, { put: inSteps.put, isOver: () => true })
      steps += 1
      if ('sealed' in result) break
      progress = JSON.parse(JSON.stringify(result.progress))
    }
    expect(steps).toBeGreaterThan(2)
    expect(JSON.stringify(contentsOf(held(inSteps.chunks).segment)) === expected).toBe(true)
    const again = sealing()
    const inputs = [held(inSteps.chunks).input]
    await sealMerge(planOf(inputs, new Set()), null, { put: again.put, isOver: () => false })
    expect(JSON.stringify(contentsOf(held(again.chunks).segment)) === expected).toBe(true)
  })

  it('writes vectors into full chunks, and only where a live passage has one', async () => {
    const segments = large()
    const { chunks, put } = sealing()
    const one = await sealMerge(planOf(wholes(segments), new Set()), null, { put, isOver: () => false })
    expect(one).toMatchObject({ sealed: { format: 4 } })
    const { segment } = held(chunks)
    const of = segment.reads.vectors().map((n) => chunks.get(n)!.length)
    expect(of.length).toBeGreaterThan(1)
    for (const length of of.slice(0, -1)) expect(length).toBeGreaterThan(510_000)
    const dead = (batch: number, ordinal: number) =>
      (batch === 1 ? segments[0]! : segments[1]!).vectors[ordinal] !== null
    const plan = { ...planOf([held(chunks).input], new Set()), isDead: dead }
    const rest = sealing()
    const none = await sealMerge(plan, null, { put: rest.put, isOver: () => false })
    expect(none).toMatchObject({ sealed: { format: 2 } })
    expect(held(rest.chunks).segment.counts.passages).toBeGreaterThan(500)
  })

  it('of shorter chunks holds the same', async () => {
    const segments = large()
    const { chunks, put } = sealing()
    const plan = { ...planOf(wholes(segments), new Set()), chunkBytes: 65_536 }
    const one = await sealMerge(plan, null, { put, isOver: () => false })
    expect(one).toMatchObject({ sealed: { chunks: chunks.size } })
    const { segment, input } = held(chunks)
    const ofVectors = segment.reads.vectors().map((n) => chunks.get(n)!.length)
    for (const length of ofVectors) expect(length).toBeLessThanOrEqual(65_536)
    const again = sealing()
    await sealMerge(planOf([input], new Set()), null, { put: again.put, isOver: () => false })
    expect(chunks.size).toBeGreaterThan(2 * again.chunks.size)
    const expected = JSON.stringify(contentsOf(segment))
    expect(JSON.stringify(contentsOf(held(again.chunks).segment)) === expected).toBe(true)
  })

  it('drops without a trace what is dead where counts are not kept', async () => {
    const segments = built([
      { passages: [{ text: 'one two' }, { text: 'two three' }], buried: [] },
      { passages: [{ text: 'four' }], buried: [{ text: 'one two' }] },
    ])
    const { chunks, put } = sealing()
    const plan = { ...planOf(wholes(segments), new Set(['1:0'])), keepsCounts: false }
    await sealMerge(plan, null, { put, isOver: () => false })
    const { counts } = held(chunks).segment
    expect(counts.passages).toBe(2)
    expect(counts.adjustments.passages).toBe(0)
    const adjusted = CHANNELS.flatMap((channel) => [...held(chunks).segment.entries(channel)])
    expect(adjusted.filter(({ adjustment }) => adjustment !== 0)).toEqual([])
  })
})

/** None in the first and the last rows, and some that rows share. */
function vectorOfRow(n: number): Int8Array | null {
  if (n < 500 || n > 11_300 || n % 50 === 0) return null
  return Int8Array.from({ length: 700 }, (_, i) => 1 + (((n >> 1) * 31 + i * 17) % 126))
}

/** Two segments of some MB, with one word in every passage many times, so that its lists are longer than a chunk. */
function large() {
  const words = (n: number) =>
    Array.from({ length: 25 }, (_, i) => `w${(n * 31 + i * 7919) % 20_000}`).join(' ')
  const passages = (from: number) =>
    Array.from({ length: 1500 }, (_, i) => ({
      documentId: `d${from + (i >> 1)}`,
      index: i % 2,
      title: `Title ${i % 17}`,
      speaker: i % 3 === 0 ? 'Ann' : '',
      tags: [`t${i % 5}`, `unique ${from + i}`],
      text: `${'often '.repeat(130)}${words(from + i)}`,
      vector: vectorOfRow(from + i),
    }))
  return built([
    { passages: passages(0), buried: [] },
    { passages: passages(10_000), buried: passages(0).slice(3, 4) },
  ])
}
