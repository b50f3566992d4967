/** A model of Workers AI that makes vectors. */
export interface EmbeddingModel {
  readonly dimensions: number
  /** What it is asked with beside the texts. */
  readonly options: Readonly<Record<string, unknown>>
}

/** The models a namespace may name. Texts past the length a model reads are cut by it: 512 tokens by the three for English. */
export const EMBEDDING_MODELS: Readonly<Record<string, EmbeddingModel>> = {
  '@cf/baai/bge-small-en-v1.5': { dimensions: 384, options: { pooling: 'cls' } },
  '@cf/baai/bge-base-en-v1.5': { dimensions: 768, options: { pooling: 'cls' } },
  '@cf/baai/bge-large-en-v1.5': { dimensions: 1024, options: { pooling: 'cls' } },
  '@cf/baai/bge-m3': { dimensions: 1024, options: { truncate_inputs: true } },
}

/** What stands before the model in the name of an embedder. */
export const WORKERS_AI = 'workers-ai:'

/** The id of the model that an embedder names; null for one that is no model, as `caller`. */
export function modelId(embedder: string): string | null {
  return embedder.startsWith(WORKERS_AI) ? embedder.slice(WORKERS_AI.length) : null
}
