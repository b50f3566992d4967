import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { echo, echoPath } from './echo.ts'

describe('echo', () => {
  it('prints 64 code points and not a 65th', () => {
    expect(echo('😀'.repeat(64))).toBe('😀'.repeat(64))
    expect(echo('😀'.repeat(65))).toBe('😀'.repeat(64))
  })

  it('is well formed and short whatever it is given', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('\ud83d', '\ude00', 'a', '😀'), maxLength: 200 }),
        (input) => {
          const shown = echo(input)
          expect(shown.isWellFormed()).toBe(true)
          expect([...shown].length).toBeLessThanOrEqual(64)
        },
      ),
    )
  })

  it('leaves no half escape at the end of a path', () => {
    expect(echoPath(`/${'a'.repeat(62)}%2F`)).toBe(`/${'a'.repeat(62)}`)
    expect(echoPath(`/${'a'.repeat(61)}%2Fb`)).toBe(`/${'a'.repeat(61)}`)
    expect(echoPath(`/${'a'.repeat(60)}%2Fb`)).toBe(`/${'a'.repeat(60)}%2F`)
  })
})
