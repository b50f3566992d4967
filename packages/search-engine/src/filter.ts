import type { Column } from './column.ts'
import type { Segment } from './segment.ts'
import type { TimeColumn } from './time-column.ts'

/** A half-open range of instants in milliseconds. */
export interface InstantRange {
  readonly gte?: number
  readonly lt?: number
}

/** What a hit must satisfy. A list of values means any of them; a passage without the instant is in no range. */
export type Filter =
  | { readonly and: readonly Filter[] }
  | { readonly or: readonly Filter[] }
  | { readonly not: Filter }
  | { readonly source: string | readonly string[] }
  | { readonly kind: string | readonly string[] }
  | { readonly speaker: string | readonly string[] }
  | { readonly tags: string | readonly string[] }
  | { readonly created_at: InstantRange }
  | { readonly event_at: InstantRange }

/** One byte a row of the segment: 1 where the filter holds. */
export function filterRows(segment: Segment, filter: Filter): Uint8Array {
  if ('and' in filter) return combine(segment, filter.and, 1, (a, b) => a & b)
  if ('or' in filter) return combine(segment, filter.or, 0, (a, b) => a | b)
  if ('not' in filter) return filterRows(segment, filter.not).map((holds) => 1 - holds)
  if ('source' in filter) return equalRows(segment, segment.columns.fields.source, filter.source)
  if ('kind' in filter) return equalRows(segment, segment.columns.fields.kind, filter.kind)
  if ('speaker' in filter) return equalRows(segment, segment.columns.fields.speaker, filter.speaker)
  if ('tags' in filter) return taggedRows(segment, filter.tags)
  if ('created_at' in filter) return rowsWithin(segment.columns.createdAt, filter.created_at)
  if ('event_at' in filter) return rowsWithin(segment.columns.eventAt, filter.event_at)
  return filter satisfies never
}

function combine(
  segment: Segment,
  parts: readonly Filter[],
  start: 0 | 1,
  join: (a: number, b: number) => number,
): Uint8Array {
  const rows = new Uint8Array(segment.counts.passages).fill(start)
  for (const part of parts) {
    const held = filterRows(segment, part)
    for (let row = 0; row < rows.length; row++) rows[row] = join(rows[row]!, held[row]!)
  }
  return rows
}

function equalRows(segment: Segment, column: Column, wanted: string | readonly string[]): Uint8Array {
  const rows = new Uint8Array(segment.counts.passages)
  const numbers = stringNumbers(segment, wanted)
  if (numbers.size === 0) return rows
  const values = column.values()
  for (let row = 0; row < rows.length; row++) if (numbers.has(values[row]!)) rows[row] = 1
  return rows
}

function taggedRows(segment: Segment, wanted: string | readonly string[]): Uint8Array {
  const rows = new Uint8Array(segment.counts.passages)
  const numbers = stringNumbers(segment, wanted)
  if (numbers.size === 0) return rows
  for (const [row, tag] of segment.columns.allTags()) if (numbers.has(tag)) rows[row] = 1
  return rows
}

function stringNumbers(segment: Segment, wanted: string | readonly string[]): Set<number> {
  const texts = typeof wanted === 'string' ? [wanted] : wanted
  return new Set(texts.map((text) => segment.columns.strings.find(text)).filter((number) => number >= 0))
}

function rowsWithin(column: TimeColumn, range: InstantRange): Uint8Array {
  const rows = new Uint8Array(column.count)
  for (let row = 0; row < rows.length; row++) {
    const instant = column.at(row)
    if (instant !== null && instant >= (range.gte ?? -Infinity) && instant < (range.lt ?? Infinity))
      rows[row] = 1
  }
  return rows
}
