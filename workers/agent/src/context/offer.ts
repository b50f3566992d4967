/** What a source says it has for a task, before it is weighed against the others. */
export interface Offer {
  readonly id: string
  readonly sourceId: string
  readonly kind: string
  /** 0 to 1, by the best that the same asking found. */
  readonly score: number
  /** 0 to 1; null where nobody has said how sure it is. */
  readonly confidence: number | null
  /** Milliseconds; null where it is not known. */
  readonly ageMs: number | null
  readonly text: string
  /** What the source says the text costs; null where the text was counted here. */
  readonly tokensStated: number | null
}

/** The scores of one asking as parts of its best; without scores, by rank. */
export function scoresByBest(scores: readonly (number | null)[]): number[] {
  const known = scores.map((score, rank) => score ?? 1 / (rank + 1))
  const best = Math.max(...known)
  return known.map((score) => (best > 0 ? Math.max(0, score) / best : 1))
}
