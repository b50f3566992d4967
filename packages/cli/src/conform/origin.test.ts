import { expect, it } from 'vitest'
import { originOf } from './origin.ts'

it.each([
  ['https://cairn.example', 'https://cairn.example'],
  ['http://127.0.0.1:8787/', 'http://127.0.0.1:8787'],
])('%s is judged at %s', (address, origin) => {
  expect(originOf(address)).toBe(origin)
})

it.each([
  'cairn.example',
  'ftp://cairn.example',
  'https://cairn.example/v1',
  'https://a:b@cairn.example',
  '',
])('%j is no address of a server', (address) => {
  expect(() => originOf(address)).toThrow(/address|paths/)
})
