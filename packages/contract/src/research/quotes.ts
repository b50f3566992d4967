import type { ResearchCitation, ResearchPassage } from '../research-document.ts'

/** Why a citation does not hold by what its passages say. */
export type CitationReason = 'passage_missing' | 'quote_missing'

const QUOTES = /"([^"]+)"|“([^”]+)”|„([^“”]+)[“”]|«([^»]+)»|「([^」]+)」|『([^』]+)』/gu

/** The texts in quotation marks in a claim, folded as they are compared: NFKC, runs of white space as one space. */
export function quotesIn(claim: string): string[] {
  return [...claim.matchAll(QUOTES)]
    .map((groups) => folded(groups.slice(1).find((text) => text !== undefined)!))
    .filter((quote) => quote !== '')
}

/** Why a citation does not hold: a passage that is not among the ones passed, a quotation that none of its passages has; each reason once. */
export function citationReasons(
  citation: ResearchCitation,
  passages: readonly ResearchPassage[],
): CitationReason[] {
  const cited = passages.filter(({ id }) => citation.passage_ids.includes(id))
  const texts = cited.map(({ text }) => folded(text))
  const isQuoted = (quote: string): boolean => texts.some((text) => text.includes(quote))
  return [
    ...(new Set(cited.map(({ id }) => id)).size < citation.passage_ids.length
      ? (['passage_missing'] as const)
      : []),
    ...(quotesIn(citation.claim).every(isQuoted) ? [] : (['quote_missing'] as const)),
  ]
}

const folded = (text: string): string => text.normalize('NFKC').replaceAll(/\s+/gu, ' ').trim()
