/** What a term counts for in a query: a pair of hiragana, which mostly carries grammar, half of any other. */
export function queryWeight(term: string): number {
  return HIRAGANA.test(term) ? 0.5 : 1
}

const HIRAGANA = /^[\u3041-\u3096]+$/
