import { LIMITS } from '@cairn/contract/limits'
import { decodeUtf8, joinBytes } from './bounded-bytes.ts'
import { Problem } from './problem.ts'

/** One line of an NDJSON body, counted from 1 with blank lines; a line that cannot be read has a problem and no text. */
export type NdjsonLine =
  | { readonly line: number; readonly text: string; readonly problem: null }
  | { readonly line: number; readonly text: null; readonly problem: Problem }

/**
 * The non-blank lines of a stream of bytes. LF and CRLF end a line, the last one may lack it. A line over `lineBytesMax` or not
 * UTF-8 is yielded with its problem, and the lines around it are not lost; memory stays at one line and one chunk. Throws
 * `payload_too_large` when there are more than `linesMax` that are not blank.
 */
export async function* ndjsonLines(
  chunks: AsyncIterable<Uint8Array>,
  lineBytesMax: number = LIMITS.jsonBodyBytesMax,
  linesMax: number = LIMITS.ndjsonLinesMax,
): AsyncGenerator<NdjsonLine> {
  const reader = new LineReader(lineBytesMax)
  let lines = 0
  const counted = (line: NdjsonLine): NdjsonLine => {
    if (++lines > linesMax) throw tooManyLines(linesMax)
    return line
  }
  for await (const chunk of chunks) for (const line of reader.read(chunk)) yield counted(line)
  for (const line of reader.end()) yield counted(line)
}

const LF = 0x0a
const CR = 0x0d
const isSpace = (byte: number) => byte === LF || byte === CR || byte === 0x20 || byte === 0x09

/** Cuts bytes into lines; the bytes of the line being read are held, and dropped once they are too many. */
class LineReader {
  #line = 1
  #parts: Uint8Array[] = []
  #bytes = 0
  readonly #bytesMax: number

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  *read(chunk: Uint8Array): Generator<NdjsonLine> {
    let from = 0
    while (from < chunk.length) {
      from = this.#passBlankLines(chunk, from)
      const end = chunk.indexOf(LF, from)
      if (end < 0) return this.#hold(chunk.subarray(from))
      this.#hold(chunk.subarray(from, end))
      yield* this.end()
      this.#line++
      from = end + 1
    }
  }

  *end(): Generator<NdjsonLine> {
    const [parts, bytes] = [this.#parts, this.#bytes]
    this.#parts = []
    this.#bytes = 0
    if (bytes > this.#bytesMax + 1) yield this.#refused(tooLong(this.#bytesMax, bytes))
    else if (bytes > 0) yield* this.#decoded(joinBytes(parts))
  }

  /** Where the next line that is not blank begins: a body of nothing but blank lines costs a few comparisons a byte. */
  #passBlankLines(chunk: Uint8Array, from: number): number {
    let start = from
    if (this.#bytes > 0) return start
    for (let at = from; at < chunk.length && isSpace(chunk[at]!); at++)
      if (chunk[at] === LF) {
        this.#line++
        start = at + 1
      }
    return start
  }

  #hold(part: Uint8Array): void {
    this.#bytes += part.byteLength
    if (this.#bytes > this.#bytesMax + 1) this.#parts = []
    else if (part.byteLength > 0) this.#parts.push(part)
  }

  *#decoded(bytes: Uint8Array): Generator<NdjsonLine> {
    const content = bytes.at(-1) === CR ? bytes.subarray(0, -1) : bytes
    if (content.byteLength > this.#bytesMax)
      return yield this.#refused(tooLong(this.#bytesMax, content.byteLength))
    try {
      const text = decodeUtf8(content)
      if (text.trim() !== '') yield { line: this.#line, text, problem: null }
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      yield this.#refused(error)
    }
  }

  #refused(problem: Problem): NdjsonLine {
    return { line: this.#line, text: null, problem }
  }
}

function tooLong(bytesMax: number, bytes: number): Problem {
  const message = `limit ${bytesMax} bytes, actual ${bytes} bytes`
  return new Problem('payload_too_large', `The line is too long: ${message}.`, {
    errors: [{ pointer: '', rule: 'jsonBodyBytesMax', message }],
  })
}

function tooManyLines(linesMax: number): Problem {
  const message = `limit ${linesMax} lines`
  return new Problem(
    'payload_too_large',
    `The body has too many lines: ${message}. Send the rest by another request.`,
    {
      errors: [{ pointer: '', rule: 'ndjsonLinesMax', message }],
    },
  )
}
