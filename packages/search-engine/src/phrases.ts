import type { LaneContext } from './lanes/lane.ts'
import type { DecodedPostings } from './postings.ts'
import type { TermMatch } from './term-reader.ts'

/** For each segment the rows in which the exact words of a phrase stand one after another. */
export function phraseRows(context: LaneContext, phrase: readonly string[]): readonly (readonly number[])[] {
  if (phrase.length === 0) return context.segments.map(() => [])
  const matches = phrase.map((term) => context.terms.match('exact', term))
  const postings = matches.map((match) => context.terms.postings(match))
  return context.segments.map((_, segment) => {
    const lists = postings.map((bySegment) => bySegment[segment]!)
    if (lists.some((list) => list === null)) return []
    return rowsInOrder(context, segment, matches, lists)
  })
}

function rowsInOrder(
  context: LaneContext,
  segment: number,
  matches: readonly TermMatch[],
  lists: readonly DecodedPostings[],
): number[] {
  const together = rowsWithAll(lists)
  if (matches.length === 1 || together.size === 0) return [...together]
  const starts = new Map<number, Set<number>>()
  for (const [place, list] of lists.entries()) {
    const entry = matches[place]!.entries[segment]!
    const positions = context.segments[segment]!.positions(entry, (i) => together.has(list.rows[i]!))
    for (let i = 0; i < list.rows.length; i++) {
      const row = list.rows[i]!
      if (together.has(row)) starts.set(row, keepStarts(starts.get(row), positions[i]!, place))
    }
  }
  return [...together].filter((row) => starts.get(row)!.size > 0)
}

function rowsWithAll(lists: readonly DecodedPostings[]): Set<number> {
  const shortest = lists.reduce((a, b) => (b.rows.length < a.rows.length ? b : a))
  return lists.reduce((rows, list) => intersect(rows, new Set(list.rows)), new Set(shortest.rows))
}

/** The starts still possible once the word at `place` must stand at one of `positions`. */
function keepStarts(
  before: ReadonlySet<number> | undefined,
  positions: readonly number[],
  place: number,
): Set<number> {
  const starts = new Set(positions.map((position) => position - place))
  return before === undefined ? starts : intersect(starts, before)
}

function intersect(a: ReadonlySet<number>, b: ReadonlySet<number>): Set<number> {
  return new Set([...a].filter((value) => b.has(value)))
}
