import { describe, expect, it } from 'vitest'
import { typedParameter } from './typed-parameter.ts'

const integer = { type: 'integer' }

describe('typedParameter', () => {
  it.each([
    ['10', 10],
    ['-1', -1],
    ['0', 0],
    ['1.5', 1.5],
  ])('reads the number %s', (text, value) => {
    expect(typedParameter('limit', integer, text)).toBe(value)
  })

  it.each(['', '1e9', '010', '+1', ' 1', '"10"', 'NaN', 'null', '0x10', '１', '1'.repeat(17)])(
    'leaves %j, which is no number, for the schema to refuse',
    (text) => {
      expect(typedParameter('limit', integer, text)).toBe(text)
    },
  )

  it('reads true and false, and no other spelling', () => {
    const boolean = { type: 'boolean' }
    expect(['true', 'false', 'TRUE', '1', ''].map((text) => typedParameter('x', boolean, text))).toEqual([
      true,
      false,
      'TRUE',
      '1',
      '',
    ])
  })

  it('splits arrays at commas and reads objects as JSON', () => {
    expect(typedParameter('refs', { type: 'array' }, '1:0,2:3')).toEqual(['1:0', '2:3'])
    expect(typedParameter('filter', { type: 'object' }, '{"kind":"doc"}')).toEqual({ kind: 'doc' })
  })

  it('refuses text that is no JSON where an object is meant', () => {
    expect(() => typedParameter('filter', { type: 'object' }, '{kind}')).toThrow(
      expect.objectContaining({ code: 'invalid_parameter' }),
    )
  })
})
