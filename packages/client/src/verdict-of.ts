import type { CitationReason, CitationVerdict } from '@cairn/contract/research'
import { headerOf } from './answer-headers.ts'

/**
 * Whether the citation that a client stored or read holds: what it quotes stands in its passages, and they are as they were taken. Null
 * where the answer did not say, as those of writes before contract 1.3.0.
 */
export function verdictOf(citation: { readonly id: string }): CitationVerdict | null {
  const told = headerOf(citation, 'Citation-Verdict')
  const [, verdict, reasons = ''] = /^(holds|fails)(?:; reasons="([a-z_ ]*)")?$/.exec(told ?? '') ?? []
  if (verdict === undefined) return null
  return {
    citation_id: citation.id,
    verdict: verdict as CitationVerdict['verdict'],
    reasons: reasons.split(' ').filter((reason) => reason !== '') as CitationReason[],
  }
}
