import { expect, test } from 'vitest'
import { locatorFindings } from './locate.ts'

const TEXT = 'one 😀\ntwo\r\nthree two'
const located = (text: string, locator: object) =>
  locatorFindings(TEXT, { text, locator } as Parameters<typeof locatorFindings>[1]).map(
    ({ pointer }) => pointer,
  )

test.each([
  ['two', {}],
  ['two', { char_start: 6, char_end: 9 }],
  ['two', { char_end: 20 }],
  ['two', { line_start: 2, line_end: 2 }],
  ['two', { line_start: 3 }],
  ['two', { line_end: 2 }],
  ['two', { line_start: 3, char_start: 17 }],
])('%j stands where %j says', (text, locator) => {
  expect(located(text, locator)).toEqual([])
})

test.each([
  ['four', {}, '/text'],
  ['two', { char_start: 5 }, '/locator'],
  ['two', { char_start: 6, char_end: 10 }, '/locator'],
  ['two', { char_start: 999 }, '/locator'],
  ['two', { line_start: 1, line_end: 1 }, '/locator'],
  ['two', { line_end: 4 }, '/locator'],
  ['two', { line_start: 4 }, '/locator'],
  ['two', { line_start: 999 }, '/locator'],
  ['two', { line_start: 2, char_start: 17, line_end: 2 }, '/locator'],
])('%j does not stand where %j says', (text, locator, pointer) => {
  expect(located(text, locator)).toEqual([pointer])
})
