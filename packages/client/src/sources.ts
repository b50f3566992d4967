import type { NextPage } from './documents.ts'

/** What a source can do. */
export interface SourceCapabilities {
  readonly search: boolean
  readonly exact_get: boolean
  readonly delta_sync: boolean
  readonly live_query: boolean
  readonly graph_edges: boolean
}

/** KnowledgeSourceManifestV1 as it is stored. */
export interface SourceManifest {
  readonly source_id: string
  readonly display_name: string
  readonly kinds: readonly string[]
  readonly capabilities: SourceCapabilities
  readonly freshness_typical_ms: number
  readonly cost_class: 'negligible' | 'low' | 'medium' | 'high'
}

/** A manifest as it is sent: what is absent is empty, zero, `negligible` or false. */
export type SourceManifestInput = Partial<Omit<SourceManifest, 'capabilities'>> & {
  readonly capabilities?: Partial<SourceCapabilities>
}

/** What became of a manifest. */
export interface SourceStored {
  readonly source_id: string
  readonly status: 'created' | 'replaced' | 'unchanged'
}

/** What became of a source that was deleted. */
export interface SourceDeleted {
  readonly source_id: string
  readonly deleted: boolean
  readonly documents_deleted: number
}

/** One page of the sources of a namespace. */
export interface SourcePage {
  readonly sources: readonly SourceManifest[]
  readonly next: NextPage
}

/** Who answers for a source now. */
export interface UpstreamStored {
  readonly source_id: string
  readonly upstream: string | null
}

/** What changed in a source; the next list begins at `until`. */
export interface SourceChanges {
  readonly source_id: string
  readonly changes: readonly DocumentChange[]
  readonly until: string
  readonly more: boolean
}

/** A document at its last change. */
export interface DocumentChange {
  readonly id: string
  readonly change: 'written' | 'deleted'
  readonly version: number
}
