import { analyseQuery } from '@cairn/text/query'
import { describe, expect, it } from 'vitest'
import { passageOf } from '../test/passages.ts'
import { buildSegment } from './build-segment.ts'
import { mergeSegments } from './merge-segments.ts'
import { NO_POINTERS } from './pointer-set.ts'
import { search } from './search.ts'
import { openSegment } from './segment.ts'
import { SegmentCorrupt } from './segment-corrupt.ts'

const fullInput = passageOf({
  source: 'wiki',
  documentId: 'C-8',
  title: 'Title: Ünïcode 題',
  heading: 'A > B',
  speaker: 'Ann',
  author: 'Knuth',
  text: '\ufeffA text with a byte order mark, CRLF\r\n and 👩‍👩‍👧 in it.',
  summaryTokens: 7,
  tokens: 11,
  uri: 'https://example.org/a?b=c',
  kind: 'page',
  tags: ['b', 'a', 'b'],
  createdAt: Date.UTC(1969, 6, 20, 20, 17),
  eventAt: Date.UTC(2026, 10, 30) + 1,
  index: 3,
})
const plainInput = passageOf({ documentId: 'plain', text: 'Nothing but text.' })
const { vector: _vector, ...full } = fullInput
const { vector: _none, ...plain } = plainInput

function storedOf(bytes: Uint8Array) {
  const segment = openSegment(bytes, 1)
  return Array.from({ length: segment.rows.count }, (_, row) => segment.stored(row))
}

describe('a segment', () => {
  it('gives back every field of every passage as it was given', () => {
    expect(storedOf(buildSegment([fullInput, plainInput], []))).toEqual([full, plain])
  })

  it('gives the same fields after a merge', () => {
    const inputs = [
      openSegment(buildSegment([fullInput], []), 1),
      openSegment(buildSegment([plainInput], []), 2),
    ]
    expect(storedOf(mergeSegments(inputs, new Set()))).toEqual([full, plain])
  })

  it('has the same bytes for the same passages', () => {
    expect(buildSegment([fullInput, plainInput], [fullInput])).toEqual(
      buildSegment([fullInput, plainInput], [fullInput]),
    )
  })

  it('merges to the same bytes whatever the order of its inputs', () => {
    const inputs = [
      openSegment(buildSegment([fullInput], []), 1),
      openSegment(buildSegment([plainInput], [fullInput]), 2),
    ]
    expect(mergeSegments(inputs, new Set(['1:0']))).toEqual(
      mergeSegments(inputs.toReversed(), new Set(['1:0'])),
    )
  })

  it('leaves nothing of a passage once its burial is merged with it', () => {
    const inputs = [
      openSegment(buildSegment([fullInput], []), 1),
      openSegment(buildSegment([], [fullInput]), 2),
    ]
    expect(mergeSegments(inputs, new Set(['1:0'])).length).toBe(mergedNothing().length)
  })

  it('opens at any byte offset of a larger buffer', () => {
    const bytes = buildSegment([fullInput], [])
    const buffer = new Uint8Array(bytes.length + 3)
    buffer.set(bytes, 3)
    expect(openSegment(buffer.subarray(3), 1).stored(0)).toEqual(full)
  })

  it('may be empty', () => {
    const segment = openSegment(buildSegment([], []), 1)
    const request = {
      query: analyseQuery('text'),
      vector: null,
      filter: null,
      limit: 10,
      offset: 0,
      lanes: ['Bm25', 'Indexing'],
    } as const
    expect(search([segment], NO_POINTERS, request)).toEqual({
      hits: [],
      next: null,
      coverage: 0,
      missing: ['text'],
      capped: [],
    })
  })

  it.each([
    ['nothing', new Uint8Array()],
    ['foreign bytes', new TextEncoder().encode('%PDF-1.7 '.repeat(100))],
    ['another format', patched(8, 2)],
    ['an analyser from the future', patched(10, 250)],
    ['a length that is not its own', patched(12, 1)],
    ['a byte too many', Uint8Array.of(...buildSegment([plainInput], []), 0)],
    ['a byte too few', buildSegment([plainInput], []).slice(0, -1)],
  ])('refuses %s', (_, bytes) => {
    expect(() => openSegment(bytes, 1)).toThrow(SegmentCorrupt)
  })

  it('refuses to hold one passage twice', () => {
    const twice = [
      openSegment(buildSegment([plainInput], []), 1),
      openSegment(buildSegment([plainInput], []), 1),
    ]
    expect(() => mergeSegments(twice, new Set())).toThrow(SegmentCorrupt)
  })

  it.each([
    ['a document that is not source/id', { ...plain, document: 'other' }],
    ['a hash that is not SHA-256', { ...plain, hash: 'abc' }],
    ['an instant that is not a whole number', { ...plain, createdAt: 0.5 }],
    ['a negative token count', { ...plain, tokens: -1 }],
  ])('is not built from %s', (_, passage) => {
    expect(() => buildSegment([passage], [])).toThrow(RangeError)
  })
})

function mergedNothing(): Uint8Array {
  return mergeSegments([openSegment(buildSegment([], []), 1)], new Set())
}

function patched(at: number, value: number): Uint8Array {
  const bytes = buildSegment([plainInput], [])
  bytes[at] = value
  return bytes
}
