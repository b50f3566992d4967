import { SegmentCorrupt } from './segment-corrupt.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** UTF-8 bytes of a text; a lone surrogate becomes U+FFFD. */
export function encodeText(text: string): Uint8Array {
  return encoder.encode(text)
}

/** The text of UTF-8 bytes, a leading byte order mark included; throws SegmentCorrupt where they are not UTF-8. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw new SegmentCorrupt('not UTF-8')
  }
}
