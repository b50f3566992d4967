import { expect, it } from 'vitest'
import { countTokens, TOKEN_PROFILE } from './tokens.ts'

it('names its profile', () => {
  expect(TOKEN_PROFILE).toBe('o200k_base')
})

it.each([
  ['', 0],
  ['hello world', 2],
  ['Hello, world!', 4],
  ['<|endoftext|>', 7],
  ['こんにちは', 1],
  ['🎉', 2],
  ['\ud800', 1],
])('counts %j as %i', (text, tokens) => {
  expect(countTokens(text)).toBe(tokens)
})

it('takes U+FEFF for no white space and U+0085 for white space, the reference implementation does', () => {
  expect(countTokens('a \ufeff b')).toBe(3)
  expect(countTokens('a\x85\nb')).toBe(5)
  expect(countTokens('.\x85.a')).toBe(4)
  expect(countTokens(' \x85a')).toBe(4)
})

it.each([
  ['a', 131_072],
  ['A', 131_072],
  ['(', 262_144],
  ['\u0323\u0301', 524_288],
  ['🎉', 524_288],
  [' ', 8_192],
])('counts a mebibyte of %j', (unit, tokens) => {
  const text = unit.repeat(1_048_576 / new TextEncoder().encode(unit).length)
  expect(countTokens(text)).toBe(tokens)
})
