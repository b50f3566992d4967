import { CHUNK_BYTES_MAX } from '../chunks-held.ts'
import { FILTER_SECTIONS, type FilterSection, type PiecePlace } from '../segment-head.ts'

/** The sections of formats 2 and 4. */
export const SECTIONS = ['rows', ...FILTER_SECTIONS, 'terms', 'positions', 'stored', 'vectors'] as const
export type Section = (typeof SECTIONS)[number]

/** Where a piece lies and how it begins: its number of rows, or its separator as bytes. */
export interface PackedPiece extends PiecePlace {
  readonly begins: number | readonly number[]
}

/** A chunk that was put: its length and the first 16 bytes of its SHA-256. */
export interface PackedChunk {
  readonly bytes: number
  readonly digest: readonly number[]
}

/** What was packed, as JSON can hold it; chunk 0 is the head's. */
export interface Packed {
  readonly chunks: readonly PackedChunk[]
  readonly pieces: Readonly<Record<Section, readonly PackedPiece[]>>
}

/** A chunk to be put. */
export interface FullChunk {
  readonly n: number
  readonly bytes: Uint8Array
}

/** The head of a segment of so few pieces that they fit in one chunk. */
const SMALL_HEAD_BYTES_MAX = 16 * 1024

/** The chunks that the pieces of a section go into. */
function streamOf(section: Section): string {
  return FILTER_SECTIONS.includes(section as FilterSection) ? 'filters' : section
}

interface OpenChunk {
  readonly pieces: { readonly section: Section; readonly place: number; readonly bytes: Uint8Array }[]
  bytes: number
}

/**
 * Packs pieces into chunks: stored fields, of which a page reads a few rows, into chunks of about `aim` bytes, and what every search
 * reads into as few as can be. Filters share chunks, every other section has its own.
 */
export class ChunkPacker {
  readonly #aim: number
  readonly chunkBytes: number
  readonly #open = new Map<string, OpenChunk>()
  readonly #full: FullChunk[] = []
  readonly #chunks: PackedChunk[]
  readonly #pieces: Record<Section, PackedPiece[]>
  #bytes = 0
  #isLarge: boolean

  /** `before`: what was packed in earlier steps, all of it put. `chunkBytes`: only a piece that is longer is in a chunk that is. */
  constructor(aim: number, before: Packed | null, chunkBytes = CHUNK_BYTES_MAX) {
    this.#aim = aim
    this.chunkBytes = chunkBytes
    this.#isLarge = before !== null
    this.#chunks = [...(before?.chunks ?? [])]
    const pieces: Partial<Record<Section, PackedPiece[]>> = {}
    for (const section of SECTIONS) pieces[section] = [...(before?.pieces[section] ?? [])]
    this.#pieces = pieces as Record<Section, PackedPiece[]>
  }

  /** Whether the segment is too large for chunk 0 to hold it all: only then are chunks given away. */
  get isLarge(): boolean {
    this.#isLarge ||= this.#bytes > CHUNK_BYTES_MAX - SMALL_HEAD_BYTES_MAX
    return this.#isLarge
  }

  /** Rows that the pieces of a section have. */
  rowsIn(section: 'vectors'): number {
    return this.#pieces[section].reduce((sum, { begins }) => sum + (begins as number), 0)
  }

  /** Bytes for which the chunk has room that the next piece of a section goes into. */
  roomIn(section: Section): number {
    return this.chunkBytes - (this.#open.get(streamOf(section))?.bytes ?? 0)
  }

  /** Throws RangeError for a piece that no chunk can hold. */
  add(section: Section, bytes: Uint8Array, begins: number | Uint8Array): void {
    if (bytes.length > CHUNK_BYTES_MAX) throw new RangeError(`a piece of ${bytes.length} bytes in ${section}`)
    const stream = streamOf(section)
    if ((this.#open.get(stream)?.bytes ?? 0) + bytes.length > this.chunkBytes) this.#close(stream)
    const open = this.#open.get(stream) ?? { pieces: [], bytes: 0 }
    this.#open.set(stream, open)
    const piece = {
      chunk: -1,
      at: open.bytes,
      bytes: bytes.length,
      begins: typeof begins === 'number' ? begins : [...begins],
    }
    open.pieces.push({ section, place: this.#pieces[section].push(piece) - 1, bytes })
    open.bytes += bytes.length
    this.#bytes += bytes.length
    if (section === 'stored' && open.bytes >= this.#aim) this.#close(stream)
  }

  /** Chunks that are full and not given away yet. */
  take(): FullChunk[] {
    return this.isLarge ? this.#full.splice(0) : []
  }

  /** Notes the digest of a chunk that was put. */
  putDone(n: number, digest: Uint8Array): void {
    this.#chunks[n - 1] = { ...this.#chunks[n - 1]!, digest: [...digest] }
  }

  /** Makes full chunks of those that are open. */
  flush(): void {
    for (const stream of [...this.#open.keys()]) this.#close(stream)
  }

  packed(): Packed {
    return { chunks: this.#chunks, pieces: this.#pieces }
  }

  /** All pieces end to end, for chunk 0, of a segment that is not large. Nothing can be added after it. */
  takeAll(): { readonly packed: Packed; readonly bytes: Uint8Array } {
    this.flush()
    const bytes = new Uint8Array(this.#bytes)
    const starts = [0]
    for (const [i, chunk] of this.#full.entries()) {
      bytes.set(chunk.bytes, starts[i])
      starts.push(starts[i]! + chunk.bytes.length)
    }
    const pieces: Partial<Record<Section, PackedPiece[]>> = {}
    for (const section of SECTIONS)
      pieces[section] = this.#pieces[section].map((piece) => ({
        ...piece,
        chunk: 0,
        at: starts[piece.chunk - 1]! + piece.at,
      }))
    return { packed: { chunks: [], pieces: pieces as Record<Section, PackedPiece[]> }, bytes }
  }

  #close(stream: string): void {
    const open = this.#open.get(stream)
    if (open === undefined) return
    this.#open.delete(stream)
    const n = this.#chunks.push({ bytes: open.bytes, digest: [] })
    const bytes = new Uint8Array(open.bytes)
    for (const { section, place, bytes: piece } of open.pieces) {
      const noted = this.#pieces[section][place]!
      bytes.set(piece, noted.at)
      this.#pieces[section][place] = { ...noted, chunk: n }
    }
    this.#full.push({ n, bytes })
  }
}
