import { describe, expect, it } from 'vitest'
import { passageOf } from '../test/passages.ts'
import { buildSegment } from './build-segment.ts'
import { openSegment } from './segment.ts'
import { TermReader } from './term-reader.ts'

const many = Array.from({ length: 129 }, (_, n) =>
  passageOf({ documentId: `d${n}`, text: n === 7 ? 'red rare' : 'red' }),
)
const segments = [
  openSegment(buildSegment(many, []), 1),
  openSegment(buildSegment([many[7]!], [many[7]!]), 2),
]

describe('the term reader', () => {
  it('counts the live passages of a term over all segments', () => {
    const reader = new TermReader(segments)
    expect(reader.match('exact', 'red').frequency).toBe(129)
    expect(reader.match('exact', 'rare').frequency).toBe(1)
    expect(reader.match('exact', 'absent').frequency).toBe(0)
  })

  it('leaves a term unread that would pass its bound on blocks, reads what fits, and says so', () => {
    const reader = new TermReader(segments, { blocksMax: 4 })
    const rowsOf = (term: string) =>
      reader.postings(reader.match('exact', term)).map((list) => list?.rows.length)
    expect(rowsOf('rare')).toEqual([1, 1])
    expect(reader.isCapped).toBe(false)
    expect(rowsOf('red')).toEqual([undefined, undefined])
    expect(reader.isCapped).toBe(true)
    expect(rowsOf('rare')).toEqual([1, 1])
  })

  it('pays for a term once', () => {
    const reader = new TermReader(segments, { blocksMax: 3 })
    for (let i = 0; i < 3; i++)
      expect(reader.postings(reader.match('exact', 'red'))[0]!.rows.length).toBe(129)
    expect(reader.isCapped).toBe(false)
  })
})
