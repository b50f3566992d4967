import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { passageOf } from '../test/passages.ts'
import { buildSegment } from './build-segment.ts'
import { type Filter, filterRows } from './filter.ts'
import type { PassageInput } from './passage.ts'
import { openSegment } from './segment.ts'

const name = fc.constantFrom('', 'a', 'b', 'Ann')
const instant = fc.option(fc.integer({ min: -5, max: 5 }))
const passage = fc
  .record({
    source: name,
    kind: name,
    speaker: name,
    tags: fc.array(name, { maxLength: 3 }),
    createdAt: instant,
    eventAt: instant,
  })
  .map((fields) => passageOf({ ...fields, text: 'text' }))

const wanted = fc.oneof(name, fc.array(fc.oneof(name, fc.constant('unknown')), { maxLength: 3 }))
const range = fc.record(
  { gte: fc.integer({ min: -5, max: 5 }), lt: fc.integer({ min: -5, max: 5 }) },
  { requiredKeys: [] },
)
const { filter } = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'filter' },
    fc.record({ source: wanted }),
    fc.record({ kind: wanted }),
    fc.record({ speaker: wanted }),
    fc.record({ tags: wanted }),
    fc.record({ created_at: range }),
    fc.record({ event_at: range }),
    fc.record({ and: fc.array(tie('filter'), { maxLength: 3 }) }),
    fc.record({ or: fc.array(tie('filter'), { maxLength: 3 }) }),
    fc.record({ not: tie('filter') }),
  ),
}))

describe('a filter', () => {
  it('holds for the passages it names and for no other', () => {
    fc.assert(
      fc.property(fc.array(passage, { maxLength: 8 }), filter, (passages, filter) => {
        const segment = openSegment(buildSegment(passages, []), 1)
        expect([...filterRows(segment, filter, allRows(passages.length))]).toEqual(
          passages.map((passage) => (holds(filter, passage) ? 1 : 0)),
        )
      }),
      { numRuns: 300 },
    )
  })
})

function allRows(count: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, row) => row)
}

function holds(filter: Filter, passage: PassageInput): boolean {
  if ('and' in filter) return filter.and.every((part) => holds(part, passage))
  if ('or' in filter) return filter.or.some((part) => holds(part, passage))
  if ('not' in filter) return !holds(filter.not, passage)
  if ('source' in filter) return [filter.source].flat().includes(passage.source)
  if ('kind' in filter) return [filter.kind].flat().includes(passage.kind)
  if ('speaker' in filter) return [filter.speaker].flat().includes(passage.speaker)
  if ('tags' in filter) return passage.tags.some((tag) => [filter.tags].flat().includes(tag))
  const [range, at] =
    'created_at' in filter ? [filter.created_at, passage.createdAt] : [filter.event_at, passage.eventAt]
  return at !== null && !(at < (range.gte ?? at)) && (range.lt === undefined || at < range.lt)
}
