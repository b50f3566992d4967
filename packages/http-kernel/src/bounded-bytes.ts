import type { LimitName } from '@cairn/contract/limits'
import { LIMITS } from '@cairn/contract/limits'
import { Problem } from './problem.ts'

/**
 * The bytes of a request, chunk by chunk. Throws `payload_too_large` when the stated or the true size is past the limit. What is left of
 * the body is read before that, as much again as the limit at most: a sender who is cut off while it sends never reads the refusal.
 */
export async function* boundedBytes(request: Request, limit: LimitName): AsyncGenerator<Uint8Array> {
  const stated = Number(request.headers.get('Content-Length') ?? '0')
  const most = LIMITS[limit]
  if (request.body === null) return
  let seen = 0
  for await (const chunk of chunksOf(request.body)) {
    seen += chunk.byteLength
    if (seen > 2 * most) break
    if (seen <= most && stated <= most) yield chunk
  }
  if (stated > most) throw tooLarge(limit, String(stated))
  if (seen > most) throw tooLarge(limit, `more than ${most}`)
}

/** All bytes of a request in one piece, under the same bound. */
export async function readBytes(request: Request, limit: LimitName): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of boundedBytes(request, limit)) chunks.push(chunk)
  return joinBytes(chunks)
}

/** The chunks as one array. */
export function joinBytes(chunks: readonly Uint8Array[]): Uint8Array {
  if (chunks.length === 1) return chunks[0]!
  const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0))
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.byteLength
  }
  return whole
}

/** UTF-8 as text, without a byte order mark; throws `malformed_unicode` for bytes that are none. */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
  } catch {
    throw new Problem('malformed_unicode', 'The body is not UTF-8.')
  }
}

/** A reader that the server cut off mid-body is a refused body, not a failure of ours. */
async function* chunksOf(body: ReadableStream): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(cutShort)
      if (done) return
      yield value as Uint8Array
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function cutShort(cause: unknown): never {
  throw new Problem('invalid_body', 'The body ended before it was whole.', { cause })
}

function tooLarge(limit: LimitName, actual: string): Problem {
  const message = `limit ${LIMITS[limit]} bytes, actual ${actual} bytes`
  return new Problem('payload_too_large', `The body is too large: ${message}.`, {
    errors: [{ pointer: '', rule: limit, message }],
  })
}
