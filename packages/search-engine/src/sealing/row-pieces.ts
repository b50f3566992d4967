import { RANKED_CHANNELS, type RankedChannel } from '../channels.ts'
import { writeStringPiece, writeTagPiece } from '../filter-pieces.ts'
import type { StoredPassage } from '../passage.ts'
import type { Pointer } from '../passage-identity.ts'
import { type LinkedPassage, linkOf, speakerBits } from '../passage-links.ts'
import { FINGERPRINT_BYTES, writeRowPiece } from '../row-piece.ts'
import type { FilterSection } from '../segment-head.ts'
import { writeTimeColumn } from '../time-column.ts'
import type { ChunkPacker } from './chunk-packer.ts'
import { StoredPieces } from './stored-pieces.ts'
import { VectorPieces } from './vector-pieces.ts'

/** Rows of a piece of the section `rows`: so few that whatever they hold fits in a chunk. */
export const ROWS_A_PIECE = 8192

/** A passage as a row of a sealed segment. */
export interface SealedRow {
  readonly pointer: Pointer
  readonly passage: StoredPassage
  readonly vector: Int8Array | null
  readonly lengths: Readonly<Record<RankedChannel, number>>
}

/** What is held of a row until its pieces end. */
type PackedRow = Omit<SealedRow, 'vector'>

/** Takes rows in order and packs the pieces of every section that is cut by rows. */
export class RowPieces {
  readonly #packer: ChunkPacker
  readonly #stored: StoredPieces
  readonly #vectors: VectorPieces
  readonly #rows: PackedRow[] = []

  /** `before`: how many rows were packed in earlier steps. */
  constructor(packer: ChunkPacker, aim: number, before: number) {
    this.#packer = packer
    this.#stored = new StoredPieces(packer, aim)
    this.#vectors = new VectorPieces(packer, before)
  }

  add({ vector, ...row }: SealedRow): void {
    this.#stored.add(row.passage)
    this.#vectors.add(vector)
    this.#rows.push({ ...row, passage: { ...row.passage, text: '' } })
  }

  /** Ends the pieces, after `ROWS_A_PIECE` rows or after the last. `before`: the passage of the row before them, if there is one. */
  close(before: StoredPassage | null): void {
    const rows = this.#rows.splice(0)
    this.#stored.close()
    this.#vectors.close()
    if (rows.length === 0) return
    const passages = rows.map(({ passage }) => passage)
    this.#packer.add('rows', rowsPiece(rows, before), rows.length)
    for (const [section, write] of FILTERS) addFilter(this.#packer, section, passages, write)
  }
}

function rowsPiece(rows: readonly PackedRow[], before: StoredPassage | null): Uint8Array {
  const lengths: Partial<Record<RankedChannel, number[]>> = {}
  for (const channel of RANKED_CHANNELS) lengths[channel] = rows.map((row) => row.lengths[channel])
  return writeRowPiece({
    lengths: lengths as Record<RankedChannel, number[]>,
    fingerprints: fingerprintsOf(rows),
    links: linksOf(
      before,
      rows.map(({ passage }) => passage),
    ),
    pointers: {
      batches: rows.map(({ pointer }) => pointer.batch),
      ordinals: rows.map(({ pointer }) => pointer.ordinal),
    },
  })
}

function fingerprintsOf(rows: readonly PackedRow[]): Uint8Array {
  const bytes = new Uint8Array(rows.length * FINGERPRINT_BYTES)
  for (const [row, { passage }] of rows.entries())
    for (let i = 0; i < FINGERPRINT_BYTES; i++)
      bytes[row * FINGERPRINT_BYTES + i] = Number.parseInt(passage.hash.slice(2 * i, 2 * i + 2), 16)
  return bytes
}

function linksOf(before: StoredPassage | null, passages: readonly StoredPassage[]): number[] {
  let last = before && linked(before)
  return passages.map((passage) => {
    const own = linked(passage)
    const link = linkOf(last, own)
    last = own
    return link
  })
}

function linked({ source, documentId, speaker, index }: StoredPassage): LinkedPassage {
  return { source, documentId, speaker, bits: speakerBits(speaker), index }
}

type WriteFilter = (passages: readonly StoredPassage[]) => Uint8Array

const FILTERS: readonly (readonly [FilterSection, WriteFilter])[] = [
  ['source', (passages) => writeStringPiece(passages.map(({ source }) => source))],
  ['kind', (passages) => writeStringPiece(passages.map(({ kind }) => kind))],
  ['speaker', (passages) => writeStringPiece(passages.map(({ speaker }) => speaker))],
  ['tags', (passages) => writeTagPiece(passages.map(({ tags }) => tags))],
  ['createdAt', (passages) => writeTimeColumn(passages.map(({ createdAt }) => createdAt))],
  ['eventAt', (passages) => writeTimeColumn(passages.map(({ eventAt }) => eventAt))],
]

const FILTER_PIECE_BYTES_MAX = 256 * 1024

/** One piece of all rows, or halves where their strings are too long for one. */
function addFilter(
  packer: ChunkPacker,
  section: FilterSection,
  passages: readonly StoredPassage[],
  write: WriteFilter,
): void {
  const piece = write(passages)
  if (piece.length <= FILTER_PIECE_BYTES_MAX || passages.length === 1) {
    packer.add(section, piece, passages.length)
    return
  }
  const half = passages.length >> 1
  addFilter(packer, section, passages.slice(0, half), write)
  addFilter(packer, section, passages.slice(half), write)
}
