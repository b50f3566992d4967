import type { PointerSet } from './pointer-set.ts'
import { isEarlier, type Place, placeOf, type Ranked } from './ranking.ts'
import type { Scores } from './scores.ts'

/** A hit to show: the best passage of a text that is not hidden, and how many there are. */
export interface Shown extends Place {
  readonly copies: number
}

/**
 * For each place of a page the best shown passage with the same text, counting all that have a score. A place whose
 * every copy is hidden is left out.
 */
export function withCopies(
  ranked: Ranked,
  scores: Scores,
  page: readonly Place[],
  hidden: PointerSet,
): Shown[] {
  const copies = copiesOf(ranked, scores, page)
  return page.flatMap((place) => {
    const shown = copies.get(fingerprintOf(ranked, place))!.filter((copy) => !isHidden(ranked, copy, hidden))
    if (shown.length === 0) return []
    const best = shown.reduce((a, b) => (isBetter(ranked, b, a) ? b : a))
    return [{ ...best, copies: shown.length }]
  })
}

/** Every hit whose text is on the page, by fingerprint. */
function copiesOf(ranked: Ranked, scores: Scores, page: readonly Place[]): Map<number, Place[]> {
  const { segments, candidates } = ranked
  const copies = new Map<number, Place[]>(page.map((place) => [fingerprintOf(ranked, place), []]))
  const starts = new Uint8Array(2 ** 16)
  for (const fingerprint of copies.keys()) starts[fingerprint % 2 ** 16] = 1
  for (const [segment, { rows }] of segments.entries()) {
    const own = candidates.rowsOf(segment)
    const ownStarts = rows.fingerprintStartsOf(own)
    for (let i = 0; i < own.length; i++) {
      if (starts[ownStarts[i]!] !== 1) continue
      const place = placeOf(ranked, candidates.starts[segment]! + i, scores)
      if (place.score > 0) copies.get(fingerprintOf(ranked, place))?.push(place)
    }
  }
  return copies
}

function fingerprintOf({ segments }: Ranked, { segment, row }: Place): number {
  return segments[segment]!.rows.fingerprint(row)
}

function isHidden({ segments }: Ranked, { segment, row }: Place, hidden: PointerSet): boolean {
  const { rows } = segments[segment]!
  return hidden.size > 0 && hidden.has(rows.batchAt(row), rows.ordinalAt(row))
}

function isBetter(ranked: Ranked, a: Place, b: Place): boolean {
  return a.score > b.score || (a.score === b.score && isEarlier(ranked, a.candidate, b.candidate))
}
