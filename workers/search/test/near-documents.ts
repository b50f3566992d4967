/** A document with a vector, as a test sends it. */
export interface NearDocument {
  readonly id: string
  readonly text: string
  readonly tags: readonly string[]
  readonly embedding?: readonly number[]
}

export const DIMENSIONS = 32

/** Mulberry32: the same numbers from the same seed. */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

export function vectorOf(random: () => number): number[] {
  return Array.from({ length: DIMENSIONS }, () => random() * 2 - 1)
}

/** What is in the store: documents by id, in the order they were written last. */
export class NearDocuments {
  readonly live = new Map<string, NearDocument>()

  write(documents: readonly NearDocument[]): void {
    for (const document of documents) {
      this.live.delete(document.id)
      this.live.set(document.id, document)
    }
  }

  /** The slow and obvious order: every vector is compared, the nearest first; of equals what was written first. */
  nearest(query: readonly number[], isWanted: (document: NearDocument) => boolean = () => true): string[] {
    const asked = rounded(query)
    const scored = [...this.live.values()]
      .filter((document) => document.embedding !== undefined && isWanted(document))
      .map((document) => ({ id: document.id, score: cosine(asked, rounded(document.embedding!)) }))
      .filter(({ score }) => score > 0)
    return scored.sort((a, b) => b.score - a.score).map(({ id }) => id)
  }
}

/** As it is stored: the largest component is 127. */
function rounded(values: readonly number[]): number[] {
  const largest = Math.max(...values.map(Math.abs))
  return values.map((value) => Math.sign(value) * Math.round((Math.abs(value) / largest) * 127))
}

function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = (x: readonly number[], y: readonly number[]) =>
    x.reduce((sum, value, place) => sum + value * y[place]!, 0)
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))
}
