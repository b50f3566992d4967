/** KnowledgeSourceManifestV1, every member stated. */
export interface SourceManifest {
  readonly source_id: string
  readonly display_name: string
  readonly kinds: readonly string[]
  readonly capabilities: {
    readonly search: boolean
    readonly exact_get: boolean
    readonly delta_sync: boolean
    readonly live_query: boolean
    readonly graph_edges: boolean
  }
  readonly freshness_typical_ms: number
  readonly cost_class: 'negligible' | 'low' | 'medium' | 'high'
}

/** A manifest with its absent members filled, in the order the contract names them. */
export function wholeManifest(sourceId: string, sent: Partial<SourceManifest>): SourceManifest {
  const capable: Partial<SourceManifest['capabilities']> = sent.capabilities ?? {}
  return {
    source_id: sourceId,
    display_name: sent.display_name ?? '',
    kinds: sent.kinds ?? [],
    capabilities: {
      search: capable.search ?? false,
      exact_get: capable.exact_get ?? false,
      delta_sync: capable.delta_sync ?? false,
      live_query: capable.live_query ?? false,
      graph_edges: capable.graph_edges ?? false,
    },
    freshness_typical_ms: sent.freshness_typical_ms ?? 0,
    cost_class: sent.cost_class ?? 'negligible',
  }
}
