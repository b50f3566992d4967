import { CHANNELS } from '../src/channels.ts'
import { compareBytes } from '../src/compare-bytes.ts'
import { openSealed } from '../src/sealed-segment.ts'
import type { Segment } from '../src/segment.ts'
import { DIGEST_BYTES, readHead } from '../src/segment-head.ts'
import { termKey } from '../src/term-key.ts'
import { type Cut, USUAL_CUT } from './cut.ts'
import { SealedWriter } from './sealed-writer.ts'

/** A cut so fine that a few passages take many chunks. */
export const FINE_CUT: Cut = { chunkBytes: 1500, pieceRows: 4, storedBytes: 300 }

/** The chunks of a segment written again in format 2, chunk 0 first. */
export function sealedChunks(segment: Segment, cut: Cut = USUAL_CUT, digest = digestOf): Uint8Array[] {
  const writer = new SealedWriter(cut)
  const { rows } = segment
  for (let row = 0; row < rows.count; row++) {
    writer.addRow({
      passage: segment.stored(row),
      vector: segment.vectors.at(row),
      pointer: { batch: rows.batchAt(row), ordinal: rows.ordinalAt(row) },
      lengths: {
        stem: rows.length('stem', row),
        exact: rows.length('exact', row),
        gram: rows.length('gram', row),
      },
    })
  }
  for (const { channel, entry } of termsInOrder(segment)) {
    const { rows, weights } = segment.postings(channel, entry)
    const positions = channel === 'exact' ? segment.positions(entry, () => true) : null
    writer.addTerm(channel, { term: entry.term, adjustment: entry.adjustment, rows, weights, positions })
  }
  const chunks = writer.close()
  const digests = chunks.map(({ bytes }) => digest(bytes))
  return [writer.head(segment, digests), ...chunks.map(({ bytes }) => bytes)]
}

/** Opens chunks as they are, unchecked, all of them held. */
export function openChunks(chunks: readonly Uint8Array[], seq: number): Segment {
  const held = { chunk: (n: number) => chunks[n] ?? null }
  return openSealed({ head: readHead(chunks[0]!), chunk: chunks[0]!, seq, held })
}

export function resealed(segment: Segment, cut: Cut = USUAL_CUT): Segment {
  return openChunks(sealedChunks(segment, cut), segment.seq)
}

/** Stands for the first 16 bytes of a SHA-256: differs for bytes that differ. */
export function digestOf(bytes: Uint8Array): Uint8Array {
  const words = Uint32Array.of(1, 2, 3, 4)
  for (let i = 0; i < bytes.length; i++)
    words[i % 4] = Math.imul(words[i % 4]! ^ bytes[i]! ^ words[(i + 1) % 4]!, 0x01000193)
  return new Uint8Array(words.buffer).slice(0, DIGEST_BYTES)
}

function termsInOrder(segment: Segment) {
  return CHANNELS.flatMap((channel) =>
    Array.from(segment.entries(channel), (entry) => ({ channel, entry, key: termKey(channel, entry.term) })),
  ).sort((a, b) => compareBytes(a.key, b.key))
}
