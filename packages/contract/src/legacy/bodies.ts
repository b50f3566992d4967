/** Who answered and how long it took, in whole milliseconds. */
export interface LegacyMeta {
  readonly backend: string
  readonly took_ms: number
}

/** A passage with its whole text. A lane that did not run has a null score. */
export interface LegacyResult {
  readonly segment_index: number
  readonly doc_id: string
  readonly score: number
  readonly bm25_score: number | null
  readonly cosine_score: number | null
  readonly content: string
  readonly tenant_hash: string
}

export interface LegacyReadPointer {
  readonly segment_index: number
  readonly doc_id: string
}

/** The frozen body of a search. */
export interface LegacySearch {
  readonly results: readonly LegacyResult[]
  readonly business_objects: readonly Readonly<Record<string, unknown>>[]
  readonly read_pointers: readonly LegacyReadPointer[]
  readonly nav_path: readonly string[]
  readonly meta: LegacyMeta
}

/** The frozen body of memory/retrieve. */
export interface LegacyRetrieve extends LegacySearch {
  readonly facts: readonly LegacyFact[]
}

export interface LegacyDocument {
  readonly segment_index: number
  readonly doc_id: string
  readonly content: string
}

/** The frozen body of fetch-content; `missing` are the refs that named nothing. */
export interface LegacyFetch {
  readonly documents: readonly LegacyDocument[]
  readonly missing: readonly string[]
  readonly meta: LegacyMeta
}

/** A fact; `stored_at` is RFC 3339 in UTC, the validity as it was stated. */
export interface LegacyFact {
  readonly fact_id: string
  readonly entity: string
  readonly key: string
  readonly value: unknown
  readonly confidence: number | null
  readonly stored_at: string
  readonly valid_from: string | null
  readonly valid_to: string | null
  readonly superseded_by: string | null
}

/** The frozen body of every fact read; `total_tokens` is what its values cost to read. */
export interface LegacyFacts {
  readonly facts: readonly LegacyFact[]
  readonly total_tokens: number
}

/** The frozen body of a session state read. */
export interface LegacySession {
  readonly session_id: string
  readonly state: unknown
  readonly updated_at: string
}
