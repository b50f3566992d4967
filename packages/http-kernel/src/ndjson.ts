import { LIMITS } from '@cairn/contract/limits'
import { decodeUtf8, joinBytes } from './bounded-bytes.ts'
import { Problem } from './problem.ts'

/** One line of an NDJSON body, counted from 1 with blank lines; a line that cannot be read has a problem and no text. */
export type NdjsonLine =
  | { readonly line: number; readonly text: string; readonly problem: null }
  | { readonly line: number; readonly text: null; readonly problem: Problem }

/**
 * The non-blank lines of a stream of bytes. LF and CRLF end a line, the last one may lack it. A line over `lineBytesMax` or not
 * UTF-8 is yielded with its problem, and the lines around it are not lost; memory stays at one line and one chunk.
 */
export async function* ndjsonLines(
  chunks: AsyncIterable<Uint8Array>,
  lineBytesMax: number = LIMITS.jsonBodyBytesMax,
): AsyncGenerator<NdjsonLine> {
  const held = new HeldLine(lineBytesMax)
  let line = 1
  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, from)) {
      held.add(chunk.subarray(from, end))
      yield* held.take(line++)
      from = end + 1
    }
    held.add(chunk.subarray(from))
  }
  yield* held.take(line)
}

const LF = 0x0a

/** The bytes of the line being read, dropped once they are too many. */
class HeldLine {
  #parts: Uint8Array[] = []
  #bytes = 0
  readonly #bytesMax: number

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  add(part: Uint8Array): void {
    this.#bytes += part.byteLength
    if (this.#bytes > this.#bytesMax + 1) this.#parts = []
    else if (part.byteLength > 0) this.#parts.push(part)
  }

  *take(line: number): Generator<NdjsonLine> {
    const [parts, bytes] = [this.#parts, this.#bytes]
    this.#parts = []
    this.#bytes = 0
    if (bytes > this.#bytesMax + 1) yield { line, text: null, problem: this.#tooLong(bytes) }
    else yield* this.#read(line, joinBytes(parts))
  }

  *#read(line: number, bytes: Uint8Array): Generator<NdjsonLine> {
    const content = bytes.at(-1) === 0x0d ? bytes.subarray(0, -1) : bytes
    if (content.byteLength > this.#bytesMax)
      return yield { line, text: null, problem: this.#tooLong(content.byteLength) }
    try {
      const text = decodeUtf8(content)
      if (text.trim() !== '') yield { line, text, problem: null }
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      yield { line, text: null, problem: error }
    }
  }

  #tooLong(bytes: number): Problem {
    const message = `limit ${this.#bytesMax} bytes, actual ${bytes} bytes`
    return new Problem('payload_too_large', `The line is too long: ${message}.`, {
      errors: [{ pointer: '', rule: 'jsonBodyBytesMax', message }],
    })
  }
}
