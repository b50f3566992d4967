import { describe, expect, it } from 'vitest'
import { passageOf } from '../test/passages.ts'
import { sealing } from '../test/sealing.ts'
import { buildSegment } from './build-segment.ts'
import { sealMerge } from './sealing/seal-merge.ts'
import { wholeInput } from './sealing/whole-input.ts'

const fields = [
  {
    documentId: 'a',
    title: 'A roof',
    text: 'The red roof of POL-358',
    speaker: 'Ann',
    tags: ['b', 'a'],
    createdAt: 5,
  },
  {
    documentId: 'a',
    title: 'A roof',
    text: 'The green door',
    speaker: 'Ann',
    tags: [],
    createdAt: 5,
    index: 1,
  },
  { documentId: 'c', text: 'Сергей и сервер', kind: 'page', eventAt: 1_700_000_000_000 },
]
const vectors = [null, Int8Array.of(127, -3, 0), Int8Array.of(127, -3, 0)]
const plain = buildSegment(fields.map(passageOf), fields.slice(0, 1).map(passageOf))
const withVectors = buildSegment(
  fields.map((each, row) => passageOf({ ...each, vector: vectors[row]! })),
  fields.slice(0, 1).map(passageOf),
)

describe('the bytes of a segment stay what they are', () => {
  it.each([
    [1, plain, '2310bc1c610f88842102d3eedd06d15bf3b5ebd2ad6ef1e65d6ed2f4c6b3d431'],
    [3, withVectors, 'ce606d6afc97ac7d02a48eef25b92aac9df71a9cb594b2e2d505cf9b73e98977'],
  ])('in format %i', async (format, bytes, digest) => {
    expect(bytes[8]).toBe(format)
    expect(await digestOf(bytes)).toBe(digest)
  })

  it.each([
    [2, plain, '63bf74d656d7c2caa947f1279b9ac6222d4d7a40039927e08d6fe98a00c00fe5'],
    [4, withVectors, '37d6222d4937d309e6805a8d9d0b1a129c3fd7ed04f8ddd617efabd83a4700ed'],
  ])('in format %i', async (format, bytes, digest) => {
    const { chunks, put } = sealing()
    const plan = { inputs: [wholeInput(bytes, 7)], isDead: () => false, keepsCounts: true, inputBytes: 1000 }
    expect(await sealMerge(plan, null, { put, isOver: () => false })).toMatchObject({ sealed: { format } })
    expect(chunks.get(0)![8]).toBe(format)
    expect(await digestOf(chunks.get(0)!)).toBe(digest)
  })
})

async function digestOf(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes.slice()))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
