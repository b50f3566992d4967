import { isUtf8 } from 'node:buffer'
import type { Input } from './read-input.ts'

/** The text of bytes that should be JSON, or why they are none. JSON is UTF-8 without a byte order mark (RFC 8259, section 8.1). */
export function decodeUtf8(bytes: Buffer): Input {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    return {
      why: 'begins with a byte order mark (EF BB BF), which JSON must not: save it as UTF-8 without BOM',
    }
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    return { why: 'is UTF-16, and JSON is UTF-8: save it as UTF-8 without BOM' }
  if (!isUtf8(bytes)) return { why: `is not UTF-8: byte ${firstBadByte(bytes)} belongs to no character` }
  const text = bytes.toString('utf8')
  return text.trim() === '' ? { why: 'holds nothing but white space' } : { text }
}

/** Where the bytes and what a forgiving decoder makes of them first differ. */
function firstBadByte(bytes: Buffer): number {
  const forgiven = Buffer.from(bytes.toString('utf8'))
  return bytes.findIndex((byte, index) => byte !== forgiven[index])
}
