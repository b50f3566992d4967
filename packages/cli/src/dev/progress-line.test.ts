import { expect, it } from 'vitest'
import { progressLine } from './progress-line.ts'

const printedBy = (isTTY: boolean): string => {
  let printed = ''
  const write = (text: string) => {
    printed += text
    return true
  }
  const line = progressLine({ isTTY, write } as never)
  line.show('1 of 2')
  line.show('2 of 2')
  line.end('done')
  line.clear()
  return printed
}

it('a terminal sees one line that is rewritten, no more often than is read, and cleared', () => {
  expect(printedBy(true)).toBe('\r\x1b[2K1 of 2\r\x1b[2Kdone\n\r\x1b[2K')
})

it('a file gets the end alone', () => {
  expect(printedBy(false)).toBe('done\n')
})
