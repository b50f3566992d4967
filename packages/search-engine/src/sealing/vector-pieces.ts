import { runBytes, VectorPieceWriter } from '../vector-piece.ts'
import type { ChunkPacker } from './chunk-packer.ts'

/** Packs the vectors of rows into pieces that fill chunks, so that they are as few as can be; none where no row has a vector. */
export class VectorPieces {
  readonly #packer: ChunkPacker
  #piece = new VectorPieceWriter()
  /** Bytes of the chunk that the piece goes into. */
  #room: number

  /** `before`: how many rows came in earlier steps. Those that are in no piece had no vector. */
  constructor(packer: ChunkPacker, before: number) {
    this.#packer = packer
    this.#room = packer.roomIn('vectors')
    this.#piece.add(null, before - packer.rowsIn('vectors'))
  }

  add(vector: Int8Array | null): void {
    const bytes = this.#piece.bytesMax + runBytes(vector)
    if (bytes > this.#room) this.#end()
    if (bytes > this.#room) this.#room = this.#packer.chunkBytes
    this.#piece.add(vector)
  }

  /** Ends the piece, unless neither it nor one before it has a vector. */
  close(): void {
    if (this.#piece.hasVectors || this.#packer.rowsIn('vectors') > 0) this.#end()
  }

  #end(): void {
    if (this.#piece.rows === 0) return
    this.#packer.add('vectors', this.#piece.write(), this.#piece.rows)
    this.#piece = new VectorPieceWriter()
    this.#room = this.#packer.roomIn('vectors')
  }
}
