import { LIMITS } from '@cairn/contract/limits'

/**
 * Reads the body of a request that was answered without it: a sender who is cut off while it sends may never read the answer. A body
 * that somebody began to read, or handed on, is left alone.
 */
export async function readOn(request: Request): Promise<void> {
  if (request.body === null || request.bodyUsed) return
  await readAway(request.body.getReader())
}

/** Reads what a sender still sends, for a second and 8 MiB at most: one that never ends must not wait for its answer for ever. */
export async function readAway(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const over = setTimeout(() => cancel(reader), GRACE_MS)
  try {
    for (let seen = 0; seen <= BYTES_MAX; ) {
      const { done, value } = await reader.read()
      if (done) return
      seen += value.byteLength
    }
  } catch {
    // The sender went away, and so did whoever would have read the answer.
  } finally {
    clearTimeout(over)
    cancel(reader)
  }
}

const GRACE_MS = 1000
const BYTES_MAX = 2 * LIMITS.jsonBodyBytesMax

function cancel(reader: ReadableStreamDefaultReader<Uint8Array>): void {
  reader.cancel().catch(() => undefined)
}
