import fc from 'fast-check'
import { splitGraphemes } from 'unicode-segmenter/grapheme'
import { expect, it } from 'vitest'
import { graphemeBound, graphemesFrom, graphemesNear } from './fit.ts'

const UNITS = [
  ...'ab Zé7.\n\té\u0301\u200d\u0600\u0327',
  ...'ЁяКе한국\u1112\u1161\u11abㄱ漢字かなカﾞ',
  ...'ทีำนกक्षिमالعדא',
  '👩‍👩‍👧',
  '🇩🇪',
  '🇩',
  '👍🏽',
  '\r\n',
  '\ud800',
]
const text = fc.string({ unit: fc.constantFrom(...UNITS), maxLength: 200, size: 'max' })

it('begins at a bound between graphemes, so that what it reads is what reading from the start gives', () => {
  fc.assert(
    fc.property(text, fc.nat(200), (text, offset) => {
      const bound = graphemeBound(text, offset)
      const all = graphemesOf(text)
      expect(bound).toBeLessThanOrEqual(Math.min(offset, text.length))
      const read = [...graphemesFrom(text, bound)].map(({ start, end }) => ({ start, end }))
      expect(read).toEqual(all.filter(({ start }) => start >= bound))
    }),
    { numRuns: 3_000 },
  )
})

it('reads past the longest cut or to the end', () => {
  fc.assert(
    fc.property(text, fc.nat(60), (text, first) => {
      const near = graphemesNear(text, first, 1)
      const all = [...graphemesFrom(text, 0)]
      const from = all.findIndex(({ end, isSpace }) => end > first && !isSpace)
      const isWhole = near.at(-1)?.end === text.length || text === ''
      const read = near.filter(({ start }) => from >= 0 && start >= all[from]!.start)
      expect(isWhole || read.length > 17 || read.at(-2)!.end - read[0]!.start > 64).toBe(true)
    }),
    { numRuns: 1_000 },
  )
})

/** As the library cuts the whole text. */
function graphemesOf(text: string): { start: number; end: number }[] {
  let end = 0
  return [...splitGraphemes(text)].map((grapheme) => {
    const start = end
    end += grapheme.length
    return { start, end }
  })
}
