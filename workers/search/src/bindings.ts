import type { AiBinding } from '@cairn/embedder/embed-texts'
import { type MemoryBindings, type MemoryEnv, memoryBindings } from '@cairn/tenancy/memory-bindings'
import { ChunkReader } from './chunk-reader.ts'
import { IndexCopies } from './index-copies.ts'
import { IsolateMemory } from './isolate-memory.ts'
import { QueryVectors } from './query-vectors.ts'

/** What wrangler.jsonc, and the secrets of an environment, give this Worker. */
export interface Env extends MemoryEnv {
  readonly SEGMENTS: KVNamespace
  /** Workers AI, where the deployment has it. */
  readonly AI?: AiBinding
}

/** The stores, and what this isolate holds of them. */
export interface SearchBindings extends MemoryBindings {
  readonly copies: IndexCopies
  readonly chunks: ChunkReader
  readonly vectors: QueryVectors
}

/** What this isolate has read of indexes; it outlives a request. */
const memory = new IsolateMemory()
const underWay = new Map<string, Promise<Uint8Array | null>>()

export function bindings(env: Env): SearchBindings {
  const copies = new IndexCopies(memory)
  const chunks = new ChunkReader(env.SEGMENTS, memory, underWay)
  const vectors = new QueryVectors(env.AI ?? null, memory)
  return { ...memoryBindings(env), copies, chunks, vectors }
}
