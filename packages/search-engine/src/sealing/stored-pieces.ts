import type { StoredPassage } from '../passage.ts'
import { PassageColumnsWriter } from '../passage-columns-writer.ts'
import { writeStoredPiece } from '../stored-piece.ts'
import type { ChunkPacker } from './chunk-packer.ts'

/** Packs stored fields into pieces of about `aim` bytes. */
export class StoredPieces {
  readonly #packer: ChunkPacker
  readonly #aim: number
  #columns = new PassageColumnsWriter()
  #rows = 0
  #bytes = 0

  constructor(packer: ChunkPacker, aim: number) {
    this.#packer = packer
    this.#aim = aim
  }

  add(passage: StoredPassage): void {
    const bytes = bytesOf(passage)
    if (this.#bytes + bytes > this.#aim) this.close()
    this.#columns.add(passage)
    this.#rows += 1
    this.#bytes += bytes
  }

  close(): void {
    if (this.#rows === 0) return
    this.#packer.add('stored', writeStoredPiece(this.#columns), this.#rows)
    this.#columns = new PassageColumnsWriter()
    this.#rows = 0
    this.#bytes = 0
  }
}

/** Bytes of numbers a row takes at most, beside its strings. */
const ROW_BYTES = 96

/** About what a passage takes, rather more than less: strings that passages share count each time. */
function bytesOf({
  text,
  documentId,
  title,
  heading,
  speaker,
  author,
  uri,
  kind,
  source,
  tags,
}: StoredPassage): number {
  const strings = [text, documentId, title, heading, speaker, author, uri, kind, source, ...tags]
  return strings.reduce((sum, string) => sum + encoder.encode(string).length, ROW_BYTES)
}

const encoder = new TextEncoder()
