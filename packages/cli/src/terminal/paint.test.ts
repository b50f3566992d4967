import { expect, it } from 'vitest'
import { paintFor } from './paint.ts'
import { printable } from './printable.ts'

const red = (isTTY: boolean, environment: NodeJS.ProcessEnv) => paintFor({ isTTY }, environment).red('x')

it('colours on a terminal alone, and not where NO_COLOR is set or the terminal is dumb', () => {
  expect(red(true, {})).toBe('\x1b[31mx\x1b[0m')
  expect(red(true, { NO_COLOR: '' })).toBe('\x1b[31mx\x1b[0m')
  expect(red(true, { NO_COLOR: '1' })).toBe('x')
  expect(red(true, { TERM: 'dumb' })).toBe('x')
  expect(red(false, {})).toBe('x')
})

it('nothing printable moves a cursor or turns text around', () => {
  expect(printable('a\x1b[2Jb\u202e\n\u2028é😀\ud800')).toBe('a\\u{1b}[2Jb\\u{202e}\\u{a}\\u{2028}é😀\ufffd')
})
