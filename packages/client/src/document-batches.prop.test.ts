import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DocumentLine, documentBatches } from './document-batches.ts'

const documents = fc.array(fc.record({ id: fc.string(), text: fc.string({ maxLength: 40 }) }), {
  maxLength: 30,
})
const bounds = fc.record({
  lengthMax: fc.integer({ min: 1, max: 200 }),
  linesMax: fc.integer({ min: 1, max: 8 }),
})

async function batchesOf(...asked: Parameters<typeof documentBatches>): Promise<(readonly DocumentLine[])[]> {
  const batches: (readonly DocumentLine[])[] = []
  for await (const batch of documentBatches(...asked)) batches.push(batch)
  return batches
}

test('batches hold every document once and in order, and end with the line that reaches a bound', async () => {
  await fc.assert(
    fc.asyncProperty(documents, bounds, async (all, { lengthMax, linesMax }) => {
      const batches = await batchesOf(all, { lengthMax, linesMax })
      expect(batches.flat().map(({ text }) => JSON.parse(text))).toEqual(all)
      expect(batches.flat().map(({ line, id }) => [line, id])).toEqual(all.map(({ id }, n) => [n + 1, id]))
      for (const [index, batch] of batches.entries()) {
        const length = (lines: readonly DocumentLine[]) =>
          lines.reduce((sum, { text }) => sum + text.length, 0)
        expect(length(batch.slice(0, -1))).toBeLessThan(lengthMax)
        expect(batch.length).toBeLessThanOrEqual(linesMax)
        const isFull = length(batch) >= lengthMax || batch.length === linesMax
        expect(isFull || index === batches.length - 1).toBe(true)
      }
    }),
  )
})

test('no document is taken before its batch is wanted, and the source is closed when no more are', async () => {
  const taken: number[] = []
  let isClosed = false
  async function* source() {
    try {
      for (let n = 1; ; n++) {
        taken.push(n)
        yield { id: `${n}` }
      }
    } finally {
      isClosed = true
    }
  }
  for await (const _ of documentBatches(source(), { lengthMax: 1000, linesMax: 3 }))
    if (taken.length === 6) break
  expect(taken).toEqual([1, 2, 3, 4, 5, 6])
  expect(isClosed).toBe(true)
})
