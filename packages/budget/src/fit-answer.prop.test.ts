import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Fitted, fitAnswer, type Item } from './fit-answer.ts'

const text = fc.string({ maxLength: 40 })
const items = fc
  .array(fc.record({ epitome: fc.string({ maxLength: 20 }), summary: text, full: text }), { maxLength: 12 })
  .map((rows) =>
    rows.map(
      ({ epitome, ...texts }, index): Item => ({
        pointer: { id: `1:${index}`, epitome },
        tokens: { summary: texts.summary.length, full: texts.full.length },
        texts,
      }),
    ),
  )
const tier = fc.constantFrom('pointer', 'summary', 'full')
const measure = async (fitted: Fitted) =>
  JSON.stringify({ pointers: fitted.pointers, content: fitted.content }).length

describe('fitAnswer', () => {
  it('never exceeds the budget, and says the least that would do when nothing fits', async () => {
    await fc.assert(
      fc.asyncProperty(items, tier, fc.nat(3000), async (rows, asked, budget) => {
        const fitted = await fitAnswer(rows, { tier: asked, budget, measure })
        if ('tokensLeast' in fitted) expect(fitted.tokensLeast).toBeGreaterThan(budget)
        else if (rows.length > 0) expect(await measure(fitted)).toBeLessThanOrEqual(budget)
      }),
    )
  })

  it('shows a prefix of the items, bodies for the first of them, whole ones before lesser ones', async () => {
    await fc.assert(
      fc.asyncProperty(items, tier, fc.nat(3000), async (rows, asked, budget) => {
        const fitted = await fitAnswer(rows, { tier: asked, budget, measure })
        if ('tokensLeast' in fitted) return
        expect(fitted.pointers.map(({ id }) => id)).toEqual(
          rows.slice(0, fitted.shown).map((item) => item.pointer.id),
        )
        if (asked === 'pointer') {
          expect(fitted.content).toBeUndefined()
          return
        }
        const ids = fitted.pointers.map(({ id }) => id)
        expect(fitted.content!.map(({ id }) => id)).toEqual(ids.slice(0, fitted.content!.length))
        const lesser = fitted.content!.map((item) => item.tier !== undefined)
        expect([...lesser].sort()).toEqual(lesser)
        expect(fitted.demoted).toBe(ids.length - lesser.filter((is) => !is).length)
      }),
    )
  })

  it('leaves out nothing when the budget holds everything', async () => {
    await fc.assert(
      fc.asyncProperty(items, tier, async (rows, asked) => {
        const fitted = await fitAnswer(rows, { tier: asked, budget: Number.MAX_SAFE_INTEGER, measure })
        expect(fitted).toMatchObject({ shown: rows.length, demoted: 0 })
      }),
    )
  })
})
