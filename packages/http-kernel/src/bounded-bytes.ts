import type { LimitName } from '@cairn/contract/limits'
import { LIMITS } from '@cairn/contract/limits'
import { Problem } from './problem.ts'
import { readAway } from './read-on.ts'

/**
 * The bytes of a request, chunk by chunk. Throws `payload_too_large` as soon as the stated or the true size is past the limit; what the
 * sender still sends is read away first, so that it is there to read the refusal.
 */
export async function* boundedBytes(request: Request, limit: LimitName): AsyncGenerator<Uint8Array> {
  const stated = Number(request.headers.get('Content-Length') ?? '0')
  if (stated > LIMITS[limit]) throw tooLarge(limit, String(stated))
  if (request.body === null) return
  const reader: ReadableStreamDefaultReader<Uint8Array> = request.body.getReader()
  try {
    for (let seen = 0; ; ) {
      const { done, value } = await reader.read().catch(cutShort)
      if (done) return
      seen += value.byteLength
      if (seen > LIMITS[limit]) {
        await readAway(reader)
        throw tooLarge(limit, `more than ${LIMITS[limit]}`)
      }
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
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

/** A sender that is cut off in the middle sent a body to refuse; it is no failure of ours. */
function cutShort(cause: unknown): never {
  throw new Problem('invalid_body', 'The body ended before it was whole.', { cause })
}

function tooLarge(limit: LimitName, actual: string): Problem {
  const message = `limit ${LIMITS[limit]} bytes, actual ${actual} bytes`
  return new Problem('payload_too_large', `The body is too large: ${message}.`, {
    errors: [{ pointer: '', rule: limit, message }],
  })
}
