import { expect, test } from 'vitest'
import { isServed } from './is-served.ts'

const scenario = { since: { contract: '1.2.0', of: ['facts', 'search'] } } as const

test.each([
  [{}, true],
  [{ facts: '1.2.0', search: '1.2.0' }, true],
  [{ facts: '1.10.0', search: '2.0.0' }, true],
  [{ facts: '1.1.9' }, false],
  [{ facts: '1.2.0', search: '0.9.0' }, false],
  [{ facts: 'unknown' }, true],
  [{ library: '1.0.0' }, true],
])('with %j reported the scenario is served: %s', (contracts, served) => {
  expect(isServed(scenario, { contracts })).toBe(served)
})

test('a scenario is not served where a Worker that it needs is not there', () => {
  expect(isServed(scenario, { contracts: {}, absent: ['search'] })).toBe(false)
  expect(isServed(scenario, { contracts: {}, absent: ['agent'] })).toBe(true)
})

test('a scenario of every contract is served everywhere', () => {
  expect(isServed({}, { contracts: { facts: '0.1.0' } })).toBe(true)
})
