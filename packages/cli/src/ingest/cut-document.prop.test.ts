import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cutDocument } from './cut-document.ts'

const BYTES_MAX = 1024 * 1024

it('parts of a text, one after the other, are the text, and each fits', () => {
  const piece = fc.constantFrom('word ', 'Zeile\n', '\n\n', '漢字', '😀', 'x'.repeat(5000))
  fc.assert(
    fc.property(
      fc.array(piece, { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 1, max: 60 }),
      (pieces, times) => {
        const text = pieces.join('').repeat(times * 20)
        const parts = cutDocument({ id: 'd', text, title: 't' })
        expect(parts.map((part) => part.text).join('') === text).toBe(true)
        expect(parts.map(({ id }) => id)).toEqual(parts.map((_, n) => (n === 0 ? 'd' : `d~${n + 1}`)))
        for (const part of parts) {
          expect(Buffer.byteLength(part.text!)).toBeLessThan(BYTES_MAX)
          expect(part.text!.isWellFormed()).toBe(true)
          expect(part.title).toBe('t')
        }
      },
    ),
    { numRuns: 40 },
  )
})

it('a long conversation is cut between messages, and none is lost', () => {
  const messages = Array.from({ length: 2500 }, (_, n) => ({ speaker: 's', text: `turn ${n}` }))
  const parts = cutDocument({ id: 'c', messages })
  expect(parts.map(({ messages: some }) => some!.length)).toEqual([1000, 1000, 500])
  expect(parts.flatMap(({ messages: some }) => some)).toEqual(messages)
})
