/** nDCG@10 of a ranking of ids against graded judgements (gain = grade, discount = log2(rank + 1)), 0..1. */
export function ndcgAt10(ranked: readonly string[], judged: ReadonlyMap<string, number>): number {
  const gains = ranked.slice(0, 10).map((id) => judged.get(id) ?? 0)
  const ideal = [...judged.values()].sort((a, b) => b - a).slice(0, 10)
  const best = discounted(ideal)
  return best === 0 ? 0 : discounted(gains) / best
}

function discounted(gains: readonly number[]): number {
  return gains.reduce((sum, gain, rank) => sum + gain / Math.log2(rank + 2), 0)
}
