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

/** Rounded where each lane's share ends, so that the shares are never negative and sum to 1. */
function laneShares(hits: readonly Hit[]): Record<LaneName, number> | null {
  const sums = LANE_NAMES.map((lane) => hits.reduce((sum, hit) => sum + hit.lanes[lane], 0))
  const total = sums.reduce((a, b) => a + b, 0)
  if (total <= 0) return null
  const shares = { Bm25: 0, Indexing: 0, Topology: 0, Dense: 0 }
  let sum = 0
  let end = 0
  for (const [i, lane] of LANE_NAMES.entries()) {
    sum += sums[i]!
    const next = Math.round((1000 * sum) / total)
    shares[lane] = (next - end) / 1000
    end = next
  }
  return shares
}

function loadBearing(shares: Record<LaneName, number> | null): AgentDecision['load_bearing_lane'] {
  if (shares === null) return 'Unknown'
  const [first, second] = LANE_NAMES.toSorted((a, b) => shares[b] - shares[a])
  return shares[first!] - shares[second!] <= TIE_WITHIN ? 'Tie' : first!
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
