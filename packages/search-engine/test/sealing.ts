import { openSealed } from '../src/sealed-segment.ts'
import { sealedInput } from '../src/sealing/sealed-input.ts'
import { readHead } from '../src/segment-head.ts'

/** Keeps the chunks that a sealed merge puts. */
export function sealing() {
  const chunks = new Map<number, Uint8Array>()
  return {
    chunks,
    put: async (n: number, bytes: Uint8Array) => {
      chunks.set(n, bytes)
    },
  }
}

/** A sealed segment of which all chunks are held: as a search reads it, and as a merge does. */
export function held(chunks: ReadonlyMap<number, Uint8Array>, seq = 0) {
  const chunk = chunks.get(0)!
  return {
    segment: openSealed({
      head: readHead(chunk),
      chunk,
      seq,
      held: { chunk: (n) => chunks.get(n) ?? null },
    }),
    input: sealedInput(chunk, seq, async (n) => chunks.get(n)!),
  }
}
