import type { ContextCandidateV1 } from '@cairn/contract/context'

/** A text that a candidate can be read as; `tokens` is what it costs as a JSON string is written. */
export interface Body {
  readonly tier: 'full' | 'summary'
  readonly text: string
  readonly tokens: number
  /** The indexes of the query's words it holds. */
  readonly words: ReadonlySet<number>
}

/** One thing that a source offers for a task. */
export interface Candidate {
  readonly id: string
  readonly sourceId: string
  readonly kind: string
  readonly relevanceMilli: number
  readonly confidenceMilli: number
  readonly freshnessMilli: number
  readonly contentHash: string
  readonly full: Body
  /** A summary where there is a shorter one; made when it is asked for, because few are. */
  readonly summary: () => Body | null
}

/** A candidate at the tier that was chosen for it. */
export interface Chosen {
  readonly candidate: Candidate
  readonly body: Body
}

/** A candidate as the wire has it. */
export function wireCandidate(taskId: string, { candidate, body }: Chosen): ContextCandidateV1 {
  return {
    candidate_id: candidate.id,
    task_id: taskId,
    source_id: candidate.sourceId,
    kind: candidate.kind,
    relevance_milli: candidate.relevanceMilli,
    confidence_milli: candidate.confidenceMilli,
    freshness_milli: candidate.freshnessMilli,
    estimated_tokens: body.tokens,
    content_hash: candidate.contentHash,
  }
}
