import { ByteReader } from './byte-reader.ts'
import { ByteWriter } from './byte-writer.ts'
import { SegmentCorrupt } from './segment-corrupt.ts'

/** The parts of a piece, as views; throws SegmentCorrupt where they do not fill it. */
export function readParts(piece: Uint8Array, count: number): Uint8Array[] {
  const reader = new ByteReader(piece)
  const lengths = Array.from({ length: count }, () => reader.varint())
  const parts = lengths.map((length) => reader.bytes(length))
  if (reader.at !== piece.length) throw new SegmentCorrupt('parts')
  return parts
}

/** One piece of some parts: their lengths, then the parts end to end. */
export function writeParts(parts: readonly Uint8Array[]): Uint8Array {
  const writer = new ByteWriter()
  for (const part of parts) writer.varint(part.length)
  for (const part of parts) writer.bytes(part)
  return writer.take()
}
