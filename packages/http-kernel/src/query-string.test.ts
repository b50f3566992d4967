import { describe, expect, it } from 'vitest'
import { decodeSegment, readQueryString } from './query-string.ts'

describe('readQueryString', () => {
  it('decodes names and values once, and a plus as a space', () => {
    expect([...readQueryString('?q=a+b%2520c%26&%C3%A9=1&flag&empty=')]).toEqual([
      ['q', 'a b%20c&'],
      ['é', '1'],
      ['flag', ''],
      ['empty', ''],
    ])
  })

  it('refuses a name that comes twice, also with one value', () => {
    expect(() => readQueryString('?a=1&a=1')).toThrow(
      expect.objectContaining({ code: 'contradictory_parameters' }),
    )
    expect(() => readQueryString('?a=1&%61=2')).toThrow(
      expect.objectContaining({ code: 'contradictory_parameters' }),
    )
  })

  it('refuses malformed escapes and bytes that are no UTF-8', () => {
    expect(() => readQueryString('?q=50%')).toThrow(expect.objectContaining({ code: 'invalid_parameter' }))
    expect(() => readQueryString('?q=%ED%A0%80')).toThrow(
      expect.objectContaining({ code: 'malformed_unicode' }),
    )
  })
})

describe('decodeSegment', () => {
  it('gives a slash inside a segment, and keeps a plus', () => {
    expect(decodeSegment('guide%2Fkeys+x')).toBe('guide/keys+x')
  })

  it.each(['%', '%4', '%zz', 'a%2'])('refuses %s', (segment) => {
    expect(() => decodeSegment(segment)).toThrow(expect.objectContaining({ code: 'invalid_parameter' }))
  })
})
