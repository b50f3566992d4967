import { NO_POINTERS } from '@cairn/search-engine/pointer-set'
import { LANE_NAMES, type SearchResult } from '@cairn/search-engine/search-request'
import { analyseQuery } from '@cairn/text/query'
import { ChunkReader } from 'search-worker/chunk-reader'
import { copySegments } from 'search-worker/copy-segments'
import { IsolateMemory } from 'search-worker/isolate-memory'
import { readPage } from 'search-worker/read-page'
import type { SealedFiles } from './sealed-corpus.ts'

/** What chunks are read from, by `<seq>/<n>`. */
export interface ChunkStore {
  get(key: string): Promise<ArrayBuffer | null>
}

/** Sealed segments as an isolate of the search Worker reads them, with what it holds. */
export class SealedSearch {
  readonly #store: ChunkStore
  readonly #view: unknown
  #chunks: unknown

  private constructor(store: ChunkStore, view: unknown) {
    this.#store = store
    this.#view = view
    this.#chunks = holdingNothing(store)
  }

  static async open(store: ChunkStore, files: readonly SealedFiles[]): Promise<SealedSearch> {
    const segments = files.map(({ seq, chunks, digest, length }) => {
      return { seq, bytes: null, length, sealed: { prefix: String(seq), chunks, digest } }
    })
    const copies = await copySegments(holdingNothing(store), null, { namespace: { ns: 1 }, segments })
    return new SealedSearch(store, { ns: 1, segments: copies, dead: NO_POINTERS })
  }

  /** Lets go of every chunk. */
  forget(): void {
    this.#chunks = holdingNothing(this.#store)
  }

  /** The first page of ten, by every lane. */
  search(words: readonly string[], isPhrase: boolean): Promise<SearchResult> {
    const query = analyseQuery(isPhrase ? `"${words.join(' ')}"` : words.join(' '))
    return readPage(this.#chunks, this.#view, {
      query,
      vector: null,
      filter: null,
      limit: 10,
      offset: 0,
      lanes: LANE_NAMES,
    })
  }
}

function holdingNothing(store: ChunkStore): unknown {
  return new ChunkReader(store, new IsolateMemory(), new Map())
}
