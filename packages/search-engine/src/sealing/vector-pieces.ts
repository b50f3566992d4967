import { runBytes, VectorPieceWriter } from '../vector-piece.ts'
import type { ChunkPacker } from './chunk-packer.ts'

/** Packs the vectors of rows into pieces that fill chunks, so that they are as few as can be; none where no row has a vector. */
export class VectorPieces {
  readonly #packer: ChunkPacker
  #piece = new VectorPieceWriter()

  /** `before`: how many rows came in earlier steps. Those that are in no piece had no vector. */
  constructor(packer: ChunkPacker, before: number) {
    this.#packer = packer
    this.#piece.add(null, before - packer.rowsIn('vectors'))
  }

  add(vector: Int8Array | null): void {
    if (this.#piece.bytesMax + runBytes(vector) > this.#packer.roomIn('vectors')) this.#end()
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
  }
}
