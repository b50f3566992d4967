import { expect, test } from 'vitest'
import { negotiate } from './negotiation.ts'

const words = ['legacy', 'v0', 'none', 'off']
const spellings = words.flatMap((word) => [
  word,
  word.toUpperCase(),
  ` ${word}\t`,
  word[0]!.toUpperCase() + word.slice(1),
])

test.each(spellings)('%j opts out, in the address and in the header', (spelling) => {
  expect(negotiate({ query: spelling, header: null })).toBe('legacy')
  expect(negotiate({ query: null, header: spelling })).toBe('legacy')
})

test.each([
  'crc-v1',
  'CRC-V1',
  'v1',
  'v2',
  '',
  ' ',
  'true',
  'legacy,crc-v1',
  'legacy;q=1',
  'no',
  'null',
  'offf',
  '"legacy"',
  'ｌegacy',
])('%j means CRC-v1, in the address and in the header', (spelling) => {
  expect(negotiate({ query: spelling, header: null })).toBe('crc-v1')
  expect(negotiate({ query: null, header: spelling })).toBe('crc-v1')
})

test('who says nothing gets CRC-v1', () => {
  expect(negotiate({ query: null, header: null })).toBe('crc-v1')
})

test('the address beats the header, an empty one included', () => {
  expect(negotiate({ query: 'v1', header: 'legacy' })).toBe('crc-v1')
  expect(negotiate({ query: '', header: 'legacy' })).toBe('crc-v1')
  expect(negotiate({ query: 'off', header: 'crc-v1' })).toBe('legacy')
})
