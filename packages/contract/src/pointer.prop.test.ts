import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatPointer, parsePointer } from './pointer.ts'

const addresses = fc.record({
  batch: fc.nat({ max: 999_999_999_999_999 }),
  ordinal: fc.nat({ max: 999_999 }),
})
const namespaces = fc.option(fc.integer({ min: 1, max: 9_999_999_999 }), { nil: null })

test('a pointer names its address again in its namespace, and nothing in another', () => {
  fc.assert(
    fc.property(namespaces, namespaces, addresses, (namespace, other, at) => {
      const id = formatPointer(namespace, at)
      expect(parsePointer(namespace, id)).toEqual(at)
      expect(parsePointer(other, id)).toEqual(other === namespace ? at : null)
    }),
  )
})

test('an address has one spelling: a text that is read as a pointer is the pointer of what it names', () => {
  const texts = fc.stringMatching(/^[0-9]{0,3}\.?[0-9]{0,3}[:.][0-9]{0,3}$/)
  fc.assert(
    fc.property(texts, namespaces, (id, namespace) => {
      const at = parsePointer(namespace, id)
      if (at !== null) expect(formatPointer(namespace, at)).toBe(id)
    }),
    { numRuns: 2000 },
  )
})

test('pointers are short', () => {
  expect([
    formatPointer(null, { batch: 12, ordinal: 0 }),
    formatPointer(3, { batch: 12, ordinal: 7 }),
  ]).toEqual(['12:0', '3.12:7'])
})

test.each([
  '',
  ':',
  '1:',
  ':1',
  '01:1',
  '1:01',
  '1:1 ',
  ' 1:1',
  '1:1\n',
  '1:-1',
  '1:1:1',
  '1e3:1',
  '+1:1',
  '１:1',
  '1:1000000',
  '9999999999999999:1',
  '1.1:1',
])('%j is no pointer of the default namespace', (id) => {
  expect(parsePointer(null, id)).toBeNull()
})
