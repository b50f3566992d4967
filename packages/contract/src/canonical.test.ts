import { expect, test } from 'vitest'
import { canonical } from './canonical.ts'

/** RFC 8785, appendix B: the bits of an IEEE 754 double, and how it is written. */
const NUMBERS = [
  ['0000000000000000', '0'],
  ['8000000000000000', '0'],
  ['0000000000000001', '5e-324'],
  ['8000000000000001', '-5e-324'],
  ['7fefffffffffffff', '1.7976931348623157e+308'],
  ['ffefffffffffffff', '-1.7976931348623157e+308'],
  ['4340000000000000', '9007199254740992'],
  ['c340000000000000', '-9007199254740992'],
  ['4430000000000000', '295147905179352830000'],
  ['44b52d02c7e14af5', '9.999999999999997e+22'],
  ['44b52d02c7e14af6', '1e+23'],
  ['44b52d02c7e14af7', '1.0000000000000001e+23'],
  ['444b1ae4d6e2ef4e', '999999999999999700000'],
  ['444b1ae4d6e2ef4f', '999999999999999900000'],
  ['444b1ae4d6e2ef50', '1e+21'],
  ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
  ['3eb0c6f7a0b5ed8d', '0.000001'],
  ['41b3de4355555553', '333333333.3333332'],
  ['41b3de4355555554', '333333333.33333325'],
  ['41b3de4355555555', '333333333.3333333'],
  ['41b3de4355555556', '333333333.3333334'],
  ['41b3de4355555557', '333333333.33333343'],
  ['becbf647612f3696', '-0.0000033333333333333333'],
  ['43143ff3c1cb0959', '1424953923781206.2'],
] as const

const doubleOf = (bits: string): number => {
  const view = new DataView(new ArrayBuffer(8))
  view.setBigUint64(0, BigInt(`0x${bits}`))
  return view.getFloat64(0)
}

test.each(NUMBERS)('the double %s is written %s', (bits, written) => {
  expect(canonical(doubleOf(bits))).toBe(written)
})

test.each(['7fffffffffffffff', '7ff0000000000000', 'fff0000000000000'])(
  'the double %s cannot be written',
  (bits) => {
    expect(() => canonical(doubleOf(bits))).toThrow(TypeError)
  },
)

test('the example of RFC 8785, section 3.2.2, has its published form', () => {
  const value = {
    numbers: JSON.parse('[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001]'),
    string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"\u002f',
    literals: [null, true, false],
  }
  expect(canonical(value)).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  )
})

test('members are sorted by UTF-16 code units, as in RFC 8785, section 3.2.3', () => {
  const value = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\u{1f600}': 5, '\u0080': 6, '\u00f6': 7 }
  expect(Object.values(JSON.parse(canonical(value)) as object).sort()).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(canonical(value)).toBe('{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}')
})

test('members named like the prototype of an object are members', () => {
  expect(canonical(JSON.parse('{"b":1,"__proto__":{"a":2}}'))).toBe('{"__proto__":{"a":2},"b":1}')
})

test('undefined members are left out', () => {
  expect(canonical({ b: undefined, a: [] })).toBe('{"a":[]}')
})

const cycle: { self?: object } = {}
cycle.self = cycle
test.each([['\ud800'], [{ '\udc00': 1 }], [[undefined]], [() => 1], [1n], [cycle]])(
  'what JSON cannot say is refused',
  (value) => {
    expect(() => canonical(value)).toThrow(TypeError)
  },
)
