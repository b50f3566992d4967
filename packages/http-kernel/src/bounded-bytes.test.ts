import { describe, expect, it } from 'vitest'
import { boundedBytes, readBytes } from './bounded-bytes.ts'

const MIB = 1024 * 1024
const MOST = 4 * MIB

/** A request of that many MiB, and how many of them were taken from its sender. */
function sent(mebibytes: number, headers: Record<string, string> = {}) {
  let taken = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (stream) => (taken++ < mebibytes ? stream.enqueue(new Uint8Array(MIB)) : stream.close()),
    },
    { highWaterMark: 0 },
  )
  const init = { method: 'POST', body, headers, duplex: 'half' }
  return { request: new Request('https://cairn.example/', init as RequestInit), taken: () => taken }
}

describe('the bytes of a request', () => {
  it('are all there up to the limit', async () => {
    expect(await readBytes(sent(4).request, 'jsonBodyBytesMax')).toHaveLength(MOST)
  })

  it('past the limit are read to their end before they are refused', async () => {
    const { request, taken } = sent(6)
    await expect(readBytes(request, 'jsonBodyBytesMax')).rejects.toMatchObject({ code: 'payload_too_large' })
    expect(taken()).toBe(7)
  })

  it('without end are refused all the same', async () => {
    const { request, taken } = sent(100)
    await expect(readBytes(request, 'jsonBodyBytesMax')).rejects.toMatchObject({ code: 'payload_too_large' })
    expect(taken()).toBe(14)
  })

  it('that are stated to be too many are never handed on', async () => {
    const { request } = sent(2, { 'Content-Length': String(5 * MIB) })
    await expect(boundedBytes(request, 'jsonBodyBytesMax').next()).rejects.toMatchObject({
      code: 'payload_too_large',
      message: expect.stringContaining(`actual ${5 * MIB} bytes`),
    })
  })
})
