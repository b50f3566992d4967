import { describe, expect, it } from 'vitest'
import { ChunkReader } from './chunk-reader.ts'
import { IsolateMemory } from './isolate-memory.ts'

const bytes = new TextEncoder().encode('the bytes of a chunk')
const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).slice(0, 16)

/** A store with one chunk, that answers when it is let. */
function heldStore(value: Uint8Array | null = bytes) {
  const asked: string[] = []
  const answers: (() => void)[] = []
  const get = (key: string) => {
    asked.push(key)
    const answer = value === null ? null : value.slice().buffer
    return new Promise<ArrayBuffer | null>((resolve) => answers.push(() => resolve(answer)))
  }
  const answer = () => {
    for (const give of answers.splice(0)) give()
  }
  return { store: { get } as unknown as Pick<KVNamespace, 'get'>, asked, answer }
}

async function read(reader: ChunkReader, answer: () => void, key = 'k/1') {
  const reading = reader.read({ key, digest })
  answer()
  return await reading
}

describe('the chunk reader', () => {
  it('reads a chunk once', async () => {
    const { store, asked, answer } = heldStore()
    const reader = new ChunkReader(store, new IsolateMemory(), new Map())
    expect(await read(reader, answer)).toEqual(bytes)
    expect(await read(reader, answer)).toEqual(bytes)
    expect(asked).toEqual(['k/1'])
  })

  it('lets readers of one chunk wait for the same read, those of another request too', async () => {
    const { store, asked, answer } = heldStore()
    const memory = new IsolateMemory()
    const underWay = new Map()
    const readers = [1, 2, 3].map(() => new ChunkReader(store, memory, underWay))
    const reading = readers.map((reader) => reader.read({ key: 'k/1', digest }))
    answer()
    expect(await Promise.all(reading)).toEqual([bytes, bytes, bytes])
    expect(asked).toEqual(['k/1'])
    expect(underWay.size).toBe(0)
  })

  it('gives nothing for a chunk that is missing', async () => {
    const { store, answer } = heldStore(null)
    const reader = new ChunkReader(store, new IsolateMemory(), new Map())
    expect(await read(reader, answer)).toBeNull()
  })

  it('gives nothing for bytes with another digest, and does not keep them', async () => {
    const { store, asked, answer } = heldStore(bytes.with(3, 0))
    const reader = new ChunkReader(store, new IsolateMemory(), new Map())
    expect(await read(reader, answer)).toBeNull()
    expect(await read(reader, answer)).toBeNull()
    expect(asked).toHaveLength(2)
  })

  it('reads for itself when the read it waited for failed', async () => {
    const { store, asked, answer } = heldStore()
    const underWay = new Map([['k/1', Promise.reject(new Error('the other request was given up'))]])
    const reader = new ChunkReader(store, new IsolateMemory(), underWay)
    const reading = reader.read({ key: 'k/1', digest })
    await new Promise((resolve) => setTimeout(resolve))
    answer()
    expect(await reading).toEqual(bytes)
    expect(asked).toEqual(['k/1'])
  })
})
