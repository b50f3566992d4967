import type { AgentDecision, Lane, LaneAttribution } from '@cairn/contract/crc-v1'
import type { ResolutionCode } from '@cairn/contract/resolution'
import { readPointers } from '@cairn/search-engine/read-pointers'
import { type Hit, LANE_NAMES, type LaneName, type SearchResult } from '@cairn/search-engine/search-request'
import { countTokens } from '@cairn/text/tokens'

/** Below this share of the query, weighed by rarity, an answer says that it covers little. */
const COVERAGE_LOW = 0.5
const TIE_WITHIN = 0.05
const MISSING_TOKENS_MAX = 20

/** How the lanes fared on a page and what is worth doing next. Lane shares are parts of the page's summed score, to three digits, and sum to 1. */
export function decide(
  found: SearchResult,
  page: { readonly ids: readonly string[]; readonly lanes: readonly LaneName[]; readonly detail: boolean },
): AgentDecision {
  const shares = laneShares(found.hits)
  const missing = fewTokens(found.missing)
  return {
    load_bearing_lane: loadBearing(shares),
    fused_confidence: null,
    suggested_next_lane: nextLane(found, page.lanes),
    ...(page.detail ? { lane_attribution: attribution(shares, page.lanes) } : {}),
    read_pointers: readPointers(found.hits).map((hit) => ({ id: page.ids[found.hits.indexOf(hit)]! })),
    ...(missing.length > 0 ? { missing_terms: missing } : {}),
  }
}

/** The playbook an answer points at when it holds nothing or covers little; null when neither. */
export function resolutionOf(found: SearchResult): ResolutionCode | null {
  if (found.hits.length === 0) return 'EmptyResult'
  return found.coverage < COVERAGE_LOW ? 'LowCoverage' : null
}

function laneShares(hits: readonly Hit[]): Record<LaneName, number> | null {
  const sums = { Bm25: 0, Indexing: 0 }
  for (const hit of hits) for (const lane of LANE_NAMES) sums[lane] += hit.lanes[lane]
  const total = sums.Bm25 + sums.Indexing
  if (total <= 0) return null
  const bm25 = Math.round((1000 * sums.Bm25) / total)
  return { Bm25: bm25 / 1000, Indexing: (1000 - bm25) / 1000 }
}

function loadBearing(shares: Record<LaneName, number> | null): AgentDecision['load_bearing_lane'] {
  if (shares === null) return 'Unknown'
  if (Math.abs(shares.Bm25 - shares.Indexing) <= TIE_WITHIN) return 'Tie'
  return shares.Bm25 > shares.Indexing ? 'Bm25' : 'Indexing'
}

function nextLane(found: SearchResult, ran: readonly LaneName[]): AgentDecision['suggested_next_lane'] {
  if (found.hits.length > 0 && found.coverage >= COVERAGE_LOW) return 'None'
  return ran.includes('Indexing') ? 'EscalateEngine' : 'Indexing'
}

function attribution(
  shares: Record<LaneName, number> | null,
  ran: readonly Lane[],
): Record<string, LaneAttribution> {
  if (shares === null) return {}
  return Object.fromEntries(
    LANE_NAMES.filter((lane) => ran.includes(lane)).map((lane) => [lane, { share: shares[lane] }]),
  )
}

/** The first terms, up to 20 tokens of them: a long question must not make a long page. */
function fewTokens(terms: readonly string[]): string[] {
  const kept: string[] = []
  for (const term of terms) {
    if (countTokens(JSON.stringify([...kept, term])) > MISSING_TOKENS_MAX) break
    kept.push(term)
  }
  return kept
}
