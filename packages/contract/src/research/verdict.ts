import type { ResearchCitation, ResearchPassage } from '../research-document.ts'
import { folded } from './folded.ts'
import { quotesIn } from './quotes.ts'

/**
 * Why a citation does not hold. `passage_missing`: a passage it names is not stored. `hash_changed`: the text of a passage is no longer
 * what its hash, or the document it was taken from, says. `source_changed`: a source is another than when the passage was taken, or
 * gone. `quote_missing`: a quotation in the claim is in none of its passages.
 */
export type CitationReason = 'passage_missing' | 'hash_changed' | 'source_changed' | 'quote_missing'

/** What the check of a citation found; `holds` has no reasons. */
export interface CitationVerdict {
  readonly citation_id: string
  readonly verdict: 'holds' | 'fails'
  readonly reasons: readonly CitationReason[]
}

/**
 * Why a citation does not hold by what its passages say: a passage that is not among the ones passed, a quotation that none of its
 * passages has; each reason once. A comma or full stop at the end of a quotation may be the claim's own.
 */
export function citationReasons(
  citation: ResearchCitation,
  passages: readonly ResearchPassage[],
): ('passage_missing' | 'quote_missing')[] {
  const cited = passages.filter(({ id }) => citation.passage_ids.includes(id))
  const texts = cited.map(({ text }) => folded(text))
  const isQuoted = (quote: string): boolean =>
    texts.some((text) => text.includes(quote) || text.includes(quote.replace(/[.,]$/, '')))
  return [
    ...(new Set(cited.map(({ id }) => id)).size < citation.passage_ids.length
      ? (['passage_missing'] as const)
      : []),
    ...(quotesIn(citation.claim).every(isQuoted) ? [] : (['quote_missing'] as const)),
  ]
}
