import { describe, expect, it } from 'vitest'
import { epochHash, openCursor, sealCursor } from './cursor.ts'
import { Problem } from './problem.ts'

const NOW = Date.UTC(2026, 10, 30)
const MINUTE = 60_000
const HASH = 'ab'.repeat(32)
const place = { ns: 7, epoch: 'e1', version: 2 ** 39 + 5, position: 990, requestHash: HASH }
const expected = { ns: 7, requestHash: HASH }
const codeOf = (opening: Promise<unknown>) =>
  opening.then(
    () => null,
    (error) => (error instanceof Problem ? error.code : error),
  )

describe('a cursor', () => {
  it('is 43 characters and opens to what it was sealed with', async () => {
    const text = await sealCursor('key', place, NOW)
    expect(text).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(await openCursor('key', text, expected, NOW)).toEqual({
      epochHash: epochHash('e1'),
      version: 2 ** 39 + 5,
      position: 990,
    })
  })

  it('is refused when any one character of it is another', async () => {
    const text = await sealCursor('key', place, NOW)
    for (let i = 0; i < text.length; i++) {
      const other = text[i] === 'A' ? 'B' : 'A'
      const forged = text.slice(0, i) + other + text.slice(i + 1)
      expect(await codeOf(openCursor('key', forged, expected, NOW))).toBe('cursor_invalid')
    }
  })

  it.each(['', 'x', 'A'.repeat(42), 'A'.repeat(43), 'A'.repeat(44), '='.repeat(43), '\0'.repeat(43)])(
    'is no cursor: %j',
    async (text) => {
      expect(await codeOf(openCursor('key', text, expected, NOW))).toBe('cursor_invalid')
    },
  )

  it('of another key is refused', async () => {
    const text = await sealCursor('other', place, NOW)
    expect(await codeOf(openCursor('key', text, expected, NOW))).toBe('cursor_invalid')
  })

  it('of another request or namespace is a mismatch', async () => {
    const text = await sealCursor('key', place, NOW)
    const request = { ns: 7, requestHash: 'ac'.repeat(32) }
    expect(await codeOf(openCursor('key', text, request, NOW))).toBe('cursor_mismatch')
    expect(await codeOf(openCursor('key', text, { ...expected, ns: 8 }, NOW))).toBe('cursor_mismatch')
  })

  it('lives at least 15 minutes and at most 30', async () => {
    for (const made of [NOW, NOW + 15 * MINUTE - 1]) {
      const text = await sealCursor('key', place, made)
      expect(await codeOf(openCursor('key', text, expected, made + 15 * MINUTE))).toBeNull()
      expect(await codeOf(openCursor('key', text, expected, made + 30 * MINUTE))).toBe('cursor_expired')
    }
  })

  it('is the same for the same place within a quarter of an hour', async () => {
    expect(await sealCursor('key', place, NOW + 14 * MINUTE)).toBe(await sealCursor('key', place, NOW))
  })
})
