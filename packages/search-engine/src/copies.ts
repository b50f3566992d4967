import type { Found } from './fusion.ts'
import { isEarlier, type Place } from './ranking.ts'
import type { Segment } from './segment.ts'

/** A hit to show: the best passage of a text that is not hidden, and how many there are. */
export interface Shown extends Place {
  readonly copies: number
}

/**
 * For each place of a page the best shown passage with the same text, counting all that have a score. A place whose
 * every copy is hidden is left out.
 */
export function withCopies(
  segments: readonly Segment[],
  found: Found,
  page: readonly Place[],
  hidden: ReadonlySet<string>,
): Shown[] {
  const copies = copiesOf(segments, found, page)
  return page.flatMap((place) => {
    const shown = copies
      .get(hashOf(segments, place))!
      .filter((copy) => !hidden.has(pointerOf(segments, copy)))
    if (shown.length === 0) return []
    const best = shown.reduce((a, b) => (isBetter(segments, b, a) ? b : a))
    return [{ ...best, copies: shown.length }]
  })
}

/** Every scored place whose text is on the page, by hash. */
function copiesOf(segments: readonly Segment[], found: Found, page: readonly Place[]) {
  const copies = new Map<string, Place[]>(page.map((place) => [hashOf(segments, place), []]))
  const prefixes = new Set(page.map((place) => segments[place.segment]!.columns.hashPrefix(place.row)))
  for (const [segment, rows] of found.rows.entries()) {
    const { columns } = segments[segment]!
    const scores = found.scores[segment]!
    for (const row of rows) {
      if (prefixes.has(columns.hashPrefix(row)))
        copies.get(columns.hash(row))?.push({ segment, row, score: scores[row]! })
    }
  }
  return copies
}

function hashOf(segments: readonly Segment[], place: Place): string {
  return segments[place.segment]!.columns.hash(place.row)
}

function pointerOf(segments: readonly Segment[], place: Place): string {
  const { identity } = segments[place.segment]!
  return `${identity.batchAt(place.row)}:${identity.ordinalAt(place.row)}`
}

function isBetter(segments: readonly Segment[], a: Place, b: Place): boolean {
  return a.score > b.score || (a.score === b.score && isEarlier(segments, a, b))
}
