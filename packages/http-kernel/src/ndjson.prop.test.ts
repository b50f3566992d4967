import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ndjsonLines } from './ndjson.ts'

it('gives the lines that splitting the whole text gives, however the bytes are cut', async () => {
  const unit = fc.constantFrom('a', 'é', '😀', '\n', '\n', '\r\n', ' ')
  await fc.assert(
    fc.asyncProperty(fc.string({ unit, maxLength: 60 }), fc.array(fc.nat(7)), async (text, cuts) => {
      const seen: [number, string | null][] = []
      for await (const { line, text: read } of ndjsonLines(cut(text, cuts))) seen.push([line, read])
      const oracle = text
        .split(/\r?\n/)
        .map((line, i): [number, string] => [i + 1, line])
        .filter(([, line]) => line.trim() !== '')
      expect(seen).toEqual(oracle)
    }),
  )
})

async function* cut(text: string, sizes: readonly number[]) {
  const bytes = new TextEncoder().encode(text)
  let at = 0
  for (const size of sizes) {
    yield bytes.subarray(at, at + size)
    at += Math.min(size, bytes.length - at)
  }
  yield bytes.subarray(at)
}
