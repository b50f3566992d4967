/** What an answer is about: ranked search, exact resolution, a fact, or a session's state (CRC-v1 `kind`). */
export const KINDS = ['search', 'addressed', 'fact', 'session'] as const
export type Kind = (typeof KINDS)[number]

/** How much of each thing an answer carries (CRC-v1 `hydrate_tier`). */
export const TIERS = ['pointer', 'summary', 'full'] as const
export type Tier = (typeof TIERS)[number]

/** The retrieval lanes that may run. */
export const LANES = ['Bm25', 'Indexing', 'Topology', 'Dense'] as const
export type Lane = (typeof LANES)[number]

export type Reason = 'EntityMatch' | 'TopicMatch' | 'KeyFact' | 'Exact'

/** A handle: what it is, and the id that fetch-content takes verbatim. */
export interface Pointer {
  readonly id: string
  readonly score?: number | null
  readonly epitome?: string | null
  /** True when the epitome is the whole text, so that nobody pays to expand it. */
  readonly complete?: true
  readonly reason?: Reason | null
  /** How many passages with this very text were folded into the pointer. */
  readonly copies?: number
  /** The slug `<source>/<document>` of the document it is from, each percent-encoded: on addressed answers, and with `detail=full`. */
  readonly document?: string
  readonly why?: string
  /** When the document was made, where it said so: with `detail=full`. */
  readonly created_at?: string
}

/** A hydrated body, joined to its pointer by id; `tier` is printed when it carries less than was asked for. */
export interface ContentItem {
  readonly id: string
  readonly text: string
  readonly token_count: number
  readonly tier?: Tier
}

/** Tokens it costs to read this page at each tier. */
export interface CostEstimate {
  readonly pointer: number
  readonly summary: number
  readonly full: number
}

export interface LaneAttribution {
  readonly share: number
  readonly confidence?: number | null
}

export interface AgentDecision {
  readonly load_bearing_lane: Lane | 'Tie' | 'Unknown'
  readonly fused_confidence: number | null
  readonly suggested_next_lane: 'Indexing' | 'None' | 'EscalateEngine'
  readonly lane_attribution?: Readonly<Record<string, LaneAttribution>>
  readonly read_pointers: readonly { readonly id: string }[]
  readonly missing_terms?: readonly string[]
}

export interface Freshness {
  readonly effective_confidence: number | null
  readonly age_hours: number | null
  readonly horizon_class: HorizonClass | null
  readonly superseded_by: string | null
}

export const HORIZON_CLASSES = ['volatile', 'medium', 'stable', 'none'] as const
export type HorizonClass = (typeof HORIZON_CLASSES)[number]

export interface MemoryUsed {
  readonly fact_id: string
  readonly topic: string
  /** When it was stated, RFC 3339 in UTC. */
  readonly recorded_at?: string
  /** Since and until when it holds, and when it was seen, in the precision they were stated with; absent when nothing was stated. */
  readonly valid_from?: string
  readonly valid_to?: string
  readonly observed_at?: string
  readonly freshness: Freshness
  /** Of a fact that was wrong at the moment asked for: when that was said, RFC 3339 in UTC. */
  readonly retracted_at?: string
  /** The beginning of why, where it was said: at most 40 tokens; the whole is told by `why`. */
  readonly retraction_reason?: string
  readonly epitome: string
}

export interface Envelope {
  readonly freshness?: Freshness | null
  readonly receipts_used?: readonly string[]
  readonly memories_used?: readonly MemoryUsed[]
  readonly autonomy_consumed?: {
    readonly capability: string
    readonly cost_credits: number
    readonly scope: string
  } | null
  readonly links?: { readonly verify?: string | null; readonly open_in_console?: string | null }
  readonly unavailable?: readonly { readonly id: string; readonly code: string }[]
  readonly omitted?: { readonly pointers: number; readonly demoted: number }
  readonly degraded_reasons?: readonly string[]
}

export interface Next {
  readonly expand?: string | null
  readonly resolution_pointer?: string | null
  readonly canonical_slug?: string | null
  readonly cursor?: string
}

interface Answer<K extends Kind, T extends Tier> {
  readonly contract: 'crc-v1'
  readonly kind: K
  readonly hydrate_tier: T
  readonly envelope?: Envelope
  readonly next?: Next
  readonly meta?: Readonly<Record<string, unknown>>
}
type Hydrated<T extends Tier> = T extends 'pointer'
  ? { readonly content?: never }
  : { readonly content: readonly ContentItem[] }

export type SearchAnswer<T extends Tier = Tier> = T extends Tier
  ? Answer<'search', T> &
      Hydrated<T> & {
        readonly pointers: readonly Pointer[]
        readonly cost_estimate: CostEstimate
        readonly agent_decision: AgentDecision
      }
  : never
export type AddressedAnswer<T extends Tier = Tier> = T extends Tier
  ? Answer<'addressed', T> &
      Hydrated<T> & {
        readonly pointers: readonly Pointer[]
        readonly cost_estimate: CostEstimate
        readonly agent_decision: null
      }
  : never
export type FactAnswer<T extends Tier = Tier> = T extends Tier
  ? Answer<'fact', T> &
      Hydrated<T> & {
        readonly cost_estimate: CostEstimate
        readonly agent_decision: null
        readonly envelope: Envelope & { readonly freshness: Freshness }
        readonly next: Next & { readonly canonical_slug: string }
      }
  : never
export type SessionAnswer<T extends Tier = Tier> = T extends Tier
  ? Answer<'session', T> &
      Hydrated<T> & {
        readonly cost_estimate: CostEstimate
        readonly agent_decision: null
        readonly next: Next & { readonly canonical_slug: string }
      }
  : never
/** Any CRC-v1 answer. */
export type CrcV1 = SearchAnswer | AddressedAnswer | FactAnswer | SessionAnswer
