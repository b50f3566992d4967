import { expect, it } from 'vitest'
import { readOn } from './read-on.ts'

const MIB = 1024 * 1024

/** A request of that many MiB, and how many of them were taken from its sender. */
function sent(mebibytes: number) {
  let taken = 0
  const pull = (stream: ReadableStreamDefaultController<Uint8Array>) =>
    taken++ < mebibytes ? stream.enqueue(new Uint8Array(MIB)) : stream.close()
  const body = new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 })
  const request = new Request('https://cairn.example/', {
    method: 'POST',
    body,
    duplex: 'half',
  } as RequestInit)
  return { request, taken: () => taken }
}

it('a body that nobody read is read to its end', async () => {
  const { request, taken } = sent(3)
  await readOn(request)
  expect(taken()).toBe(4)
})

it('a body without end is read for 8 MiB', async () => {
  const { request, taken } = sent(100)
  await readOn(request)
  expect(taken()).toBe(9)
})

it('a body that was handed on is left alone', async () => {
  const { request } = sent(3)
  const handedOn = new Request(request, { headers: {} })
  await readOn(request)
  expect((await handedOn.arrayBuffer()).byteLength).toBe(3 * MIB)
})

it('a sender that goes away is no failure, and neither is a request without a body', async () => {
  const body = new ReadableStream({ pull: (stream) => stream.error(new Error('connection lost')) })
  await readOn(new Request('https://cairn.example/', { method: 'POST', body, duplex: 'half' } as RequestInit))
  await readOn(new Request('https://cairn.example/'))
})

it('a sender that falls silent without ending is not waited for', async () => {
  const body = new ReadableStream<Uint8Array>({ start: (stream) => stream.enqueue(new Uint8Array(1)) })
  await readOn(new Request('https://cairn.example/', { method: 'POST', body, duplex: 'half' } as RequestInit))
})
