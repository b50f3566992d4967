import { isDeepStrictEqual } from 'node:util'
import { printable } from '../terminal/printable.ts'

/** Where a copy first differs from what is published, and what usually makes it so. */
export interface Difference {
  /** Zero-based, in bytes. */
  readonly offset: number
  /** One-based; columns count bytes. */
  readonly line: number
  readonly column: number
  /** What stands there, control characters escaped; empty at an end. */
  readonly published: string
  readonly copy: string
  readonly causes: readonly string[]
}

/** The first difference of two files; null when every byte is equal. */
export function firstDifference(published: Buffer, copy: Buffer): Difference | null {
  if (published.equals(copy)) return null
  const shorter = Math.min(published.length, copy.length)
  let offset = 0
  while (offset < shorter && published[offset] === copy[offset]) offset++
  const before = published.subarray(0, offset)
  const lineStart = before.lastIndexOf(NEWLINE) + 1
  return {
    offset,
    line: before.filter((byte) => byte === NEWLINE).length + 1,
    column: offset - lineStart + 1,
    published: excerptAt(published, offset),
    copy: excerptAt(copy, offset),
    causes: causesOf(published, copy),
  }
}

const NEWLINE = 0x0a
const EXCERPT_BYTES = 24

/** A few bytes from an offset on, what does not show escaped. */
function excerptAt(bytes: Buffer, offset: number): string {
  const text = bytes.subarray(offset, offset + EXCERPT_BYTES).toString('utf8')
  return printable(text.replaceAll('\r', '\\r').replaceAll('\n', '\\n').replaceAll('\t', '\\t'))
}

function causesOf(published: Buffer, copy: Buffer): string[] {
  const [original, text] = [published.toString('utf8'), copy.toString('utf8')]
  const bare = text.replace(/^\ufeff/, '')
  const unix = bare.replaceAll('\r\n', '\n')
  const causes = []
  if (bare !== text) causes.push('it begins with a byte order mark (EF BB BF): save it without BOM')
  if (unix !== bare && !original.includes('\r'))
    causes.push('its lines end in CRLF: put `*.schema.json -text` into .gitattributes and fetch it again')
  if (unix === original) return causes
  if (unix.trimEnd() === original.trimEnd())
    return [
      ...causes,
      unix.length < original.length
        ? 'the newline at its end is missing'
        : 'it has more white space at its end',
    ]
  return [
    ...causes,
    isSameJson(original, unix)
      ? 'it was formatted anew: keep formatters away from it'
      : whatElse(original, unix),
  ]
}

const whatElse = (original: string, copy: string): string =>
  original.startsWith(copy) ? 'it is cut off' : 'its content was edited, or it is another version'

function isSameJson(original: string, copy: string): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(original), JSON.parse(copy))
  } catch {
    return false
  }
}
