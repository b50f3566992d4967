import type { Term } from '@cairn/text/terms'
import type { LaneContext } from './lane.ts'

/** Share of a word's 4-grams a passage must have to count as holding a form of the word. */
export const GRAM_SHARE = 0.5

/**
 * The scores, zero for every candidate that has neither a stem nor an exact word of the query nor half the
 * 4-grams of any of its words: a few shared letters rank forms of a word, they are not a match.
 */
export function withoutGramStrays(context: LaneContext, scores: Float64Array): Float64Array {
  if (!context.query.terms.some((term) => term.channel === 'gram')) return scores
  const admitted = new Uint8Array(scores.length)
  const held = new Uint16Array(scores.length)
  for (const term of context.query.terms) {
    if (term.channel === 'stem' || term.channel === 'exact') admit(context, [term], { admitted, held })
  }
  for (const word of context.query.words) {
    const grams = word.terms.filter((term) => term.channel === 'gram')
    admit(context, grams, { admitted, held })
  }
  return scores.map((score, i) => (admitted[i] === 0 ? 0 : score))
}

/** Admits the candidates that hold at least GRAM_SHARE of the terms; `held` is room to count in. */
function admit(
  { terms: reader, candidates }: LaneContext,
  terms: readonly Term[],
  { admitted, held }: { readonly admitted: Uint8Array; readonly held: Uint16Array },
): void {
  if (terms.length === 0) return
  const names = new Set(terms.map((term) => term.term))
  held.fill(0)
  for (const name of names) {
    const match = reader.match(terms[0]!.channel, name)
    for (const [segment, postings] of reader.postings(match).entries()) {
      for (const row of postings?.rows ?? []) {
        const candidate = candidates.numberOf(segment, row)
        if (candidate >= 0) held[candidate]! += 1
      }
    }
  }
  for (let i = 0; i < held.length; i++) if (held[i]! >= names.size * GRAM_SHARE) admitted[i] = 1
}
