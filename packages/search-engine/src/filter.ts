import type { StringPiece, TagPiece, TimePiece } from './filter-pieces.ts'
import type { Segment } from './segment.ts'
import type { StringTable } from './string-table.ts'

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

/** One byte for each of some ascending rows of a segment: 1 where the filter holds. */
export function filterRows(segment: Segment, filter: Filter, rows: Uint32Array): Uint8Array {
  if ('and' in filter) return combine(segment, filter.and, { rows, start: 1, join: (a, b) => a & b })
  if ('or' in filter) return combine(segment, filter.or, { rows, start: 0, join: (a, b) => a | b })
  if ('not' in filter) return filterRows(segment, filter.not, rows).map((holds) => 1 - holds)
  if ('source' in filter) return equalRows(segment.strings('source'), filter.source, rows)
  if ('kind' in filter) return equalRows(segment.strings('kind'), filter.kind, rows)
  if ('speaker' in filter) return equalRows(segment.strings('speaker'), filter.speaker, rows)
  if ('tags' in filter) return taggedRows(segment.tags(), filter.tags, rows)
  if ('created_at' in filter) return rowsWithin(segment.times('createdAt'), filter.created_at, rows)
  if ('event_at' in filter) return rowsWithin(segment.times('eventAt'), filter.event_at, rows)
  return filter satisfies never
}

interface Combination {
  readonly rows: Uint32Array
  readonly start: 0 | 1
  join(a: number, b: number): number
}

function combine(segment: Segment, parts: readonly Filter[], { rows, start, join }: Combination): Uint8Array {
  const held = new Uint8Array(rows.length).fill(start)
  for (const part of parts) {
    const other = filterRows(segment, part, rows)
    for (let i = 0; i < held.length; i++) held[i] = join(held[i]!, other[i]!)
  }
  return held
}

function equalRows(
  pieces: readonly StringPiece[],
  wanted: string | readonly string[],
  rows: Uint32Array,
): Uint8Array {
  return askPieces(pieces, rows, ({ strings, values }) => {
    const numbers = stringNumbers(strings, wanted)
    return (row) => numbers.has(values.at(row))
  })
}

function taggedRows(
  pieces: readonly TagPiece[],
  wanted: string | readonly string[],
  rows: Uint32Array,
): Uint8Array {
  return askPieces(pieces, rows, ({ strings, ends, values }) => {
    const numbers = stringNumbers(strings, wanted)
    return (row) => {
      const end = Math.min(ends.at(row), values.count)
      for (let at = row === 0 ? 0 : ends.at(row - 1); at < end; at++)
        if (numbers.has(values.at(at))) return true
      return false
    }
  })
}

function rowsWithin(pieces: readonly TimePiece[], range: InstantRange, rows: Uint32Array): Uint8Array {
  return askPieces(pieces, rows, ({ values }) => (row) => {
    const instant = values.at(row)
    return instant !== null && instant >= (range.gte ?? -Infinity) && instant < (range.lt ?? Infinity)
  })
}

function stringNumbers(strings: StringTable, wanted: string | readonly string[]): Set<number> {
  const texts = typeof wanted === 'string' ? [wanted] : wanted
  return new Set(texts.map((text) => strings.find(text)).filter((number) => number >= 0))
}

/** Asks each row, by its number in its piece, what `holdsIn` gives for the piece. */
function askPieces<P extends { readonly count: number }>(
  pieces: readonly P[],
  rows: Uint32Array,
  holdsIn: (piece: P) => (row: number) => boolean,
): Uint8Array {
  const held = new Uint8Array(rows.length)
  let i = 0
  let start = 0
  for (const piece of pieces) {
    const holds = holdsIn(piece)
    for (; i < rows.length && rows[i]! < start + piece.count; i++) if (holds(rows[i]! - start)) held[i] = 1
    start += piece.count
  }
  return held
}
