import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonical } from './canonical.ts'

const json = fc
  .jsonValue({ stringUnit: 'binary', maxDepth: 5 })
  .map((value) => JSON.parse(JSON.stringify(value)))

/** The same value with the members of every object in the opposite order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  const turned = Object.create(null)
  for (const [name, member] of Object.entries(value).reverse()) turned[name] = reversed(member)
  return turned
}

test('the canonical form says the same value, and says it one way whatever the order of members', () => {
  fc.assert(
    fc.property(json, (value) => {
      const form = canonical(value)
      expect(JSON.parse(form)).toEqual(value)
      expect(canonical(reversed(value))).toBe(form)
      expect(canonical(JSON.parse(form))).toBe(form)
    }),
  )
})
