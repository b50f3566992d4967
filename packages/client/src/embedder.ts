/** What makes the vectors of a namespace: all null where nothing does. */
export interface Embedder {
  readonly embedder: string | null
  readonly dimensions: number | null
  readonly version: string | null
}

/** An embedder to name: the caller, who brings vectors of that many numbers, or `workers-ai:` and a model, which says so itself. */
export interface EmbedderInput {
  readonly embedder: 'caller' | `workers-ai:${string}`
  /** 8 to 1536; `caller` needs it. */
  readonly dimensions?: number
  /** `1` when absent. */
  readonly version?: string
}

/** What became of an embedder. */
export interface EmbedderStored extends Embedder {
  readonly status: 'created' | 'replaced' | 'unchanged'
}
