import type { ReadPlan } from './read-plan.ts'
import type { Segment } from './segment.ts'
import type { TermMatch, TermReader } from './term-reader.ts'

/** For each segment the rows, ascending, in which the exact words of a phrase stand one after another. */
export function phraseRows(
  terms: TermReader,
  phrase: readonly string[],
  plan: Pick<ReadPlan, 'isRead'>,
): readonly Uint32Array[] {
  if (phrase.length > 1 && phrase.some((term) => !plan.isRead('positions', term)))
    return terms.segments.map(() => NONE)
  const matches = phrase.map((term) => terms.match('exact', term))
  const postings = matches.map((match) => terms.postings(match))
  return terms.segments.map((segment, i) => {
    const lists = postings.map((bySegment) => bySegment[i]?.rows ?? NONE)
    const together = rowsWithAll(lists)
    if (lists.length === 1 || together.length === 0) return together
    return rowsInOrder(segment, { matches, lists, together, i })
  })
}

const NONE = new Uint32Array()

function rowsWithAll(lists: readonly Uint32Array[]): Uint32Array {
  return lists.toSorted((a, b) => a.length - b.length).reduce(intersect)
}

interface Together {
  readonly matches: readonly TermMatch[]
  readonly lists: readonly Uint32Array[]
  /** The rows that hold all words. */
  readonly together: Uint32Array
  /** The number of the segment. */
  readonly i: number
}

/** Those of the rows together in which some start is possible for every word. */
function rowsInOrder(segment: Segment, { matches, lists, together, i }: Together): Uint32Array {
  let starts: readonly (readonly number[])[] | null = null
  for (const [place, rows] of lists.entries()) {
    const lists = segment.positions(matches[place]!.entries[i]!, membership(rows, together))
    const found = lists
      .filter((list) => list.length > 0)
      .map((list) => list.map((position) => position - place))
    starts = starts === null ? found : starts.map((before, row) => keep(before, found[row]!))
  }
  return together.filter((_, row) => starts![row]!.length > 0)
}

/** Tells, asked in ascending order, which postings are of the wanted rows. */
function membership(rows: Uint32Array, wanted: Uint32Array): (posting: number) => boolean {
  let next = 0
  return (posting) => {
    while (next < wanted.length && wanted[next]! < rows[posting]!) next++
    return wanted[next] === rows[posting]
  }
}

function keep(starts: readonly number[], others: readonly number[]): number[] {
  return starts.filter((start) => others.includes(start))
}

/** What two ascending lists have in common. */
function intersect(a: Uint32Array, b: Uint32Array): Uint32Array {
  const both = new Uint32Array(Math.min(a.length, b.length))
  let count = 0
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const difference = a[i]! - b[j]!
    if (difference === 0) both[count++] = a[i]!
    if (difference <= 0) i++
    if (difference >= 0) j++
  }
  return both.slice(0, count)
}
