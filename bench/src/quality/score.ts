import { ndcgAt10 } from './ndcg.ts'
import type { Rank } from './rank.ts'
import type { Question } from './retrieval-set.ts'

/** How an engine did on a set: means over its questions, 0..1. */
export interface Score {
  readonly ndcgAt10: number
  /** Share of questions with a relevant unit among the first five. */
  readonly hitAt5: number
}

/** Asks every question of the engine that holds its group. */
export async function scoreOf(
  questions: readonly Question[],
  rankOf: (group: string) => Rank,
): Promise<Score> {
  let ndcg = 0
  let hits = 0
  for (const { text, group, judged } of questions) {
    const ranked = [...new Set(await rankOf(group)(text))]
    ndcg += ndcgAt10(ranked, judged)
    if (ranked.slice(0, 5).some((unit) => judged.has(unit))) hits += 1
  }
  return { ndcgAt10: round(ndcg / questions.length), hitAt5: round(hits / questions.length) }
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
