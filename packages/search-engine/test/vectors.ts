import fc from 'fast-check'

/** A vector of so many components, of few different ones so that neighbours share them, or none. */
export function vectorOf(dimensions: number): fc.Arbitrary<Int8Array | null> {
  const component: fc.Arbitrary<number> = fc.constantFrom(-127, -3, 0, 1, 64, 127)
  const vector = fc
    .array(component, { minLength: dimensions, maxLength: dimensions })
    .map((values) => Int8Array.from(values.some((value) => value !== 0) ? values : values.with(0, 127)))
  const few = [1, 2, 3].map((n) => Int8Array.from({ length: dimensions }, (_, i) => (i % n === 0 ? 127 : -n)))
  return fc.oneof(vector, fc.constantFrom(null, ...few))
}
