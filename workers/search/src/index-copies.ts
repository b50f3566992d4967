import type { Tombstone } from '@cairn/memory-store/read-catalogue'
import type { PointerSet } from '@cairn/search-engine/pointer-set'
import type { Segment } from '@cairn/search-engine/segment'

/** What an isolate holds of one namespace's index, as of the version `head`. */
export interface IndexCopy {
  readonly ns: number
  readonly number: number
  readonly epoch: string
  readonly head: number
  readonly headAt: number
  /** When it was read, in milliseconds. */
  readonly readAt: number
  /** What its segments take. */
  readonly bytes: number
  /** The live segments, ascending by seq. */
  readonly segments: readonly Segment[]
  readonly tombstones: readonly Tombstone[]
  /** The passages they name. */
  readonly dead: PointerSet
}

const BYTES_MAX = 48 * 1024 * 1024

/** The copies an isolate keeps, by tenant and namespace: at most 48 MB of segment bytes, the longest unused going first. */
export class IndexCopies {
  readonly #copies = new Map<string, IndexCopy>()
  readonly #bytesMax: number

  constructor(bytesMax = BYTES_MAX) {
    this.#bytesMax = bytesMax
  }

  get(tenant: string, namespace: string): IndexCopy | null {
    return this.#copies.get(keyOf(tenant, namespace)) ?? null
  }

  /** Keeps a copy unless a newer one of the same epoch is held already. */
  keep(tenant: string, namespace: string, copy: IndexCopy): void {
    const key = keyOf(tenant, namespace)
    const held = this.#copies.get(key)
    if (held?.epoch === copy.epoch && held.head > copy.head) return
    this.#copies.delete(key)
    this.#copies.set(key, copy)
    this.#evict()
  }

  #evict(): void {
    let bytes = [...this.#copies.values()].reduce((sum, { bytes }) => sum + bytes, 0)
    for (const [key, copy] of this.#copies) {
      if (bytes <= this.#bytesMax) return
      this.#copies.delete(key)
      bytes -= copy.bytes
    }
  }
}

function keyOf(tenant: string, namespace: string): string {
  return JSON.stringify([tenant, namespace])
}
