import { LIMITS } from '@cairn/contract/limits'

/**
 * Reads the body of a request that was answered without it, 4 MiB at most: a sender who is cut off while it sends may never read the
 * answer. A body that somebody began to read, or handed on, is left alone.
 */
export async function readOn(request: Request): Promise<void> {
  if (request.body === null || request.bodyUsed) return
  try {
    let seen = 0
    for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
      seen += chunk.byteLength
      if (seen > LIMITS.jsonBodyBytesMax) return
    }
  } catch {
    // The sender went away, and so did whoever would have read the answer.
  }
}
