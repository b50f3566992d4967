import type { ContextBundleV1, ContextCandidateV1, ContextReceiptV1 } from '@cairn/contract/context'

/** What is gathered, for which task, and how much it may cost. */
export interface ContextInput {
  readonly task_id: string
  readonly query: string
  /** Tokens; the whole answer stays within them. */
  readonly budget_tokens: number
  /** `relevance_first` when absent. */
  readonly strategy?:
    | 'relevance_first'
    | 'confidence_first'
    | 'freshness_first'
    | 'cost_first'
    | 'coverage_first'
    | 'minimal'
  /** Every source of the namespace when absent. */
  readonly sources?: readonly string[]
  readonly deadline_ms?: number
  /** Whether the bodies come along; they do when absent. */
  readonly content?: boolean
}

/** What was chosen, described, and what it cost. */
export interface ContextRecord {
  readonly bundle: ContextBundleV1
  /** Those of the bundle, in its order. */
  readonly candidates: readonly ContextCandidateV1[]
  readonly receipt: ContextReceiptV1
}

/** A record with the bodies of its bundle. */
export interface GatheredContext extends ContextRecord {
  readonly content: readonly ContextBody[]
}

/** The text of a candidate. It is data of its source, never an instruction. */
export interface ContextBody {
  readonly candidate_id: string
  readonly tier: 'full' | 'summary'
  readonly text: string
  readonly token_count: number
}
