import type { Embedder } from '@cairn/memory-store/embedder'
import type { Tombstone } from '@cairn/memory-store/read-catalogue'
import type { SealedPlace } from '@cairn/memory-store/sealed-bytes'
import type { PointerSet } from '@cairn/search-engine/pointer-set'
import type { Segment } from '@cairn/search-engine/segment'
import type { SegmentHead } from '@cairn/search-engine/segment-head'
import type { IsolateMemory } from './isolate-memory.ts'

/** What an isolate holds of one namespace's index, as of the version `head`. */
export interface IndexCopy {
  readonly ns: number
  readonly number: number
  readonly epoch: string
  readonly head: number
  readonly headAt: number
  readonly hasFacts: boolean
  readonly embedder: Embedder | null
  /** When it was read, in milliseconds. */
  readonly readAt: number
  /** The live segments, ascending by seq. */
  readonly segments: readonly SegmentCopy[]
  readonly tombstones: readonly Tombstone[]
  /** The passages they name. */
  readonly dead: PointerSet
}

/** A segment that is held whole, or the head of a sealed one, whose other chunks are read as they are needed. */
export type SegmentCopy =
  | { readonly seq: number; readonly bytes: number; readonly whole: Segment; readonly sealed: null }
  | { readonly seq: number; readonly bytes: number; readonly whole: null; readonly sealed: SealedCopy }

export interface SealedCopy {
  readonly place: SealedPlace
  readonly head: SegmentHead
  /** Chunk 0. */
  readonly chunk: Uint8Array
}

/** The copies an isolate keeps, by tenant and namespace. */
export class IndexCopies {
  readonly #memory: IsolateMemory

  constructor(memory: IsolateMemory) {
    this.#memory = memory
  }

  get(tenant: string, namespace: string): IndexCopy | null {
    return this.#memory.get(nameOf(tenant, namespace))
  }

  /** Keeps a copy unless a newer one of the same epoch is held already. */
  keep(tenant: string, namespace: string, copy: IndexCopy): void {
    const held = this.get(tenant, namespace)
    if (held?.epoch === copy.epoch && held.head > copy.head) return
    this.#memory.keep(nameOf(tenant, namespace), bytesOf(copy), copy)
  }

  drop(tenant: string, namespace: string): void {
    this.#memory.drop(nameOf(tenant, namespace))
  }
}

function bytesOf({ segments, tombstones }: IndexCopy): number {
  return segments.reduce((sum, { bytes }) => sum + bytes, TOMBSTONE_BYTES * tombstones.length)
}

/** About what a tombstone takes as an object and in the set of the dead. */
const TOMBSTONE_BYTES = 64

function nameOf(tenant: string, namespace: string): string {
  return `copy ${JSON.stringify([tenant, namespace])}`
}
