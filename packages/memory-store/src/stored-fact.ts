/** `one`: the latest fact of a slug holds alone. `many`: each holds until it is superseded by name. */
export type Cardinality = 'one' | 'many'

/** An instant in ms with the text it was given as, which keeps its precision (year, month, day or instant). */
export interface GivenInstant {
  readonly at: number
  readonly given: string
}

/** A fact as a commit takes it. `value` and `provenance` are JSON texts; `value` is canonical, for it is compared as text. */
export interface NewFact {
  readonly entity: string
  readonly key: string
  readonly value: string
  readonly cardinality: Cardinality
  readonly confidence: number | null
  readonly horizonClass: string | null
  readonly validFrom: GivenInstant | null
  /** exclusive */
  readonly validTo: GivenInstant | null
  readonly observedAt: GivenInstant | null
  /** fact id of the fact this one replaces by name */
  readonly supersedes: string | null
  readonly provenance: string | null
  readonly tokens: number
  readonly escapedTokens: number
  readonly summaryTokens: number
}

/** A fact as stored. It is indexed like a passage, as `batch:ordinal`, where `indexed` says so. */
export interface StoredFact extends NewFact {
  readonly batch: number
  readonly ordinal: number
  /** `f<batch>`, and `f<batch>.<ordinal>` for the later ones of one commit */
  readonly factId: string
  /** ms: `validFrom`, else `observedAt`, else `recordedAt` */
  readonly effectiveAt: number
  readonly recordedAt: number
  readonly reverifiedAt: number | null
  readonly retractedAt: number | null
  readonly indexed: boolean
  /** JSON text the retraction gave as its reason */
  readonly retraction: string | null
  /** whether it holds at the instants asked for */
  readonly current: boolean
  /** fact id of its successor at the instants asked for; null when current or retracted */
  readonly supersededBy: string | null
}
