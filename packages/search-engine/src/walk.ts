import type { Place } from './ranking.ts'
import type { Segment } from './segment.ts'

/** Hits a walk shows at most, over all its pages. */
export const WALK_MAX = 1000
/** Passages of one document on a page, while another document has one to show. */
export const PER_DOCUMENT_MAX = 3

/**
 * The order in which a walk shows its hits: those of `distinct`, but the ones over PER_DOCUMENT_MAX of a page moved
 * to the next page with room; when no other document is left they take turns by that number. A permutation that
 * depends on the ranking and `limit` alone, so that page k starts at k × limit.
 */
export function* walk(
  segments: readonly Segment[],
  distinct: Iterator<Place>,
  limit: number,
): Generator<Place> {
  let waiting: Place[] = []
  for (;;) {
    const page = new Page(segments, limit)
    waiting = waiting.filter((place) => !page.take(place))
    while (!page.isFull) {
      const next = distinct.next()
      if (next.done) break
      if (!page.take(next.value)) waiting.push(next.value)
    }
    if (page.places.length === 0) return
    yield* page.places
  }
}

/** The best place of each text, in ranked order, at most WALK_MAX. */
export function* distinctTexts(segments: readonly Segment[], ranked: Iterable<Place>): Generator<Place> {
  const seen = new Set<number>()
  for (const place of ranked) {
    const text = segments[place.segment]!.rows.fingerprint(place.row)
    if (seen.has(text)) continue
    if (seen.size === WALK_MAX) return
    seen.add(text)
    yield place
  }
}

class Page {
  readonly places: Place[] = []
  readonly #segments: readonly Segment[]
  readonly #limit: number
  readonly #perDocument = new Map<string, number>()

  constructor(segments: readonly Segment[], limit: number) {
    this.#segments = segments
    this.#limit = limit
  }

  get isFull(): boolean {
    return this.places.length >= this.#limit
  }

  /** Takes a place unless the page is full or has enough of its document. */
  take(place: Place): boolean {
    if (this.isFull) return false
    const document = `${place.segment}:${this.#segments[place.segment]!.rows.documentStart(place.row)}`
    const count = this.#perDocument.get(document) ?? 0
    if (count >= PER_DOCUMENT_MAX) return false
    this.#perDocument.set(document, count + 1)
    this.places.push(place)
    return true
  }
}
