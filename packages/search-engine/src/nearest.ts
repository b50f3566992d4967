import { type Candidates, markCandidates } from './candidates.ts'
import { dotProducts } from './dot-products.ts'
import { type Filter, filterRows } from './filter.ts'
import type { PointerSet } from './pointer-set.ts'
import { type Found, ranking } from './ranking.ts'
import type { Segment } from './segment.ts'
import { squaresOf, type VectorPiece } from './vector-piece.ts'
import { WALK_MAX } from './walk.ts'

/** What a query's vector finds: every live passage that the filter lets through is compared with it. */
export interface Nearest {
  /** For each segment the passages that are found by their vectors alone, ascending. */
  readonly lists: readonly { readonly rows: Uint32Array }[]
  /** For each candidate its cosine with the query, 0 where that is not above 0 or it was not compared. */
  scoresOf(candidates: Candidates): Float64Array
}

/** What is compared. */
export interface Compared {
  readonly segments: readonly Segment[]
  readonly dead: PointerSet
  readonly filter: Filter | null
}

/**
 * Compares a vector with all others of its length. Found by vectors alone are the passages of the WALK_MAX best texts: one that is
 * not among them has as many texts before it whatever else a search adds to them, so no walk would come to it.
 */
export function nearestTo(vector: Int8Array, { segments, dead, filter }: Compared): Nearest {
  const lists = segments.map((segment) => ({
    rows: filtered(segment, filter, rowsOf(segment, vector.length)),
  }))
  const compared = markCandidates(segments, [lists], dead)
  const scores = new Float64Array(compared.count)
  for (const [i, segment] of segments.entries())
    scores.set(cosinesIn(segment, compared.rowsOf(i), vector), compared.starts[i])
  return {
    lists: nearestTexts(segments, compared, scores),
    scoresOf: (candidates) => {
      const own = new Float64Array(candidates.count)
      for (const segment of segments.keys()) {
        const numbers = compared.numbersOf(segment, candidates.rowsOf(segment))
        const start = candidates.starts[segment]!
        for (let i = 0; i < numbers.length; i++) own[start + i] = numbers[i]! < 0 ? 0 : scores[numbers[i]!]!
      }
      return own
    },
  }
}

/** The rows of a segment that have a vector of a length, ascending. */
function rowsOf({ vectors, rows: { count } }: Segment, dimensions: number): Uint32Array {
  const rows = new Uint32Array(vectors.pieces.length === 0 ? 0 : count)
  let size = 0
  for (const [i, piece] of vectors.pieces.entries()) {
    if (piece.dimensions !== dimensions) continue
    const first = vectors.starts[i]!
    for (let n = 0; n < piece.starts.length; n++)
      for (let row = piece.starts[n]!; row < piece.ends[n]!; row++) rows[size++] = first + row
  }
  return rows.subarray(0, size)
}

function filtered(segment: Segment, filter: Filter | null, rows: Uint32Array): Uint32Array {
  if (filter === null) return rows
  const holds = filterRows(segment, filter, rows)
  return rows.filter((_, i) => holds[i] === 1)
}

/** For each of some ascending rows that have a vector its cosine, 0 where that is below. */
function cosinesIn({ vectors }: Segment, rows: Uint32Array, vector: Int8Array): Float64Array {
  const scores = new Float64Array(rows.length)
  const query = { components: Int32Array.from(vector), squares: squaresOf(vector) }
  for (let i = 0, start = 0; i < vectors.pieces.length; i++) {
    const piece = vectors.pieces[i]!
    const first = vectors.starts[i]!
    let end = start
    while (end < rows.length && rows[end]! < first + piece.count) end++
    scoreIn(
      piece,
      query,
      rows.subarray(start, end).map((row) => row - first),
      scores.subarray(start, end),
    )
    start = end
  }
  return scores
}

interface QueryVector {
  readonly components: Int32Array
  readonly squares: number
}

/** Scores rows of one piece; those that share a vector are compared once. */
function scoreIn(piece: VectorPiece, query: QueryVector, rows: Uint32Array, scores: Float64Array): void {
  const wanted = new Uint32Array(rows.length)
  const places = new Uint32Array(rows.length)
  let size = 0
  for (let i = 0, n = 0; i < rows.length; i++) {
    while (piece.ends[n]! <= rows[i]!) n++
    if (size === 0 || wanted[size - 1] !== n) wanted[size++] = n
    places[i] = size - 1
  }
  const products = dotProducts(query.components, piece.vectors, wanted.subarray(0, size))
  for (let i = 0; i < rows.length; i++) {
    const product = products[places[i]!]!
    if (product > 0) scores[i] = cosine(product, query.squares, piece.squares(wanted[places[i]!]!))
  }
}

/** Never above 1, whatever damaged bytes say the squares are. */
function cosine(product: number, squares: number, otherSquares: number): number {
  return Math.min(1, product / Math.sqrt(squares * otherSquares))
}

/** For each segment the rows of the best texts. */
function nearestTexts(
  segments: readonly Segment[],
  compared: Candidates,
  scores: Float64Array,
): { rows: Uint32Array }[] {
  const found: number[][] = segments.map(() => [])
  const texts = new Set<number>()
  for (const { segment, row } of ranking({ segments, candidates: compared }, foundBy(scores), 2 * WALK_MAX)) {
    texts.add(segments[segment]!.rows.fingerprint(row))
    if (texts.size > WALK_MAX) break
    found[segment]!.push(row)
  }
  return found.map((rows) => ({ rows: Uint32Array.from(rows).sort() }))
}

/** What scores above 0. */
function foundBy(scores: Float64Array): Found {
  const hits = new Uint32Array(scores.length)
  let size = 0
  for (let i = 0; i < scores.length; i++) if (scores[i]! > 0) hits[size++] = i
  return { hits: hits.subarray(0, size), least: scores, factor: 0, gain: null, of: (i) => scores[i]! }
}
