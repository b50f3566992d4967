import { SegmentDamaged } from '@cairn/memory-store/segment-damaged'
import type { ChunkWanted } from '@cairn/search-engine/chunks-held'
import { openSealed } from '@cairn/search-engine/sealed-segment'
import { searching } from '@cairn/search-engine/search'
import type { SearchRequest, SearchResult } from '@cairn/search-engine/search-request'
import type { Segment } from '@cairn/search-engine/segment'
import { SegmentCorrupt } from '@cairn/search-engine/segment-corrupt'
import type { ChunkReader } from './chunk-reader.ts'
import type { SegmentCopy } from './index-copies.ts'
import { IndexUnsound } from './index-unsound.ts'
import type { IndexView } from './read-index.ts'

/** One ranked page of a view, the chunks it takes read as it comes to need them. Throws SegmentDamaged or IndexUnsound. */
export async function readPage(
  chunks: ChunkReader,
  view: IndexView,
  request: SearchRequest,
): Promise<SearchResult> {
  const held = new SearchChunks(chunks, view)
  const segments = view.segments.map((copy) => held.open(copy))
  const steps = searching({ segments, dead: view.dead }, request)
  try {
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) return step.value
      await held.hold(step.value)
    }
  } catch (error) {
    throw error instanceof SegmentCorrupt ? new IndexUnsound(view.ns, error) : error
  }
}

/** The chunks of one search, which stay held until it ends whatever the isolate lets go of. */
class SearchChunks {
  readonly #chunks: ChunkReader
  readonly #ns: number
  readonly #prefixes = new Map<number, string>()
  readonly #held = new Map<string, Uint8Array>()

  constructor(chunks: ChunkReader, { ns }: IndexView) {
    this.#chunks = chunks
    this.#ns = ns
  }

  open({ seq, whole, sealed }: SegmentCopy): Segment {
    if (whole !== null) return whole
    this.#prefixes.set(seq, sealed.place.prefix)
    const held = { chunk: (n: number) => this.#held.get(`${seq}/${n}`) ?? null }
    return openSealed({ head: sealed.head, chunk: sealed.chunk, seq, held })
  }

  async hold(wanted: readonly ChunkWanted[]): Promise<void> {
    await Promise.all(wanted.map((chunk) => this.#hold(chunk)))
  }

  async #hold({ seq, n, digest }: ChunkWanted): Promise<void> {
    const name = `${seq}/${n}`
    if (this.#held.has(name)) return
    const bytes = await this.#chunks.read({ key: `${this.#prefixes.get(seq)}/${n}`, digest })
    if (bytes === null) throw new SegmentDamaged(this.#ns, seq)
    this.#held.set(name, bytes)
  }
}
