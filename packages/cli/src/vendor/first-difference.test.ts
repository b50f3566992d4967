import { expect, it } from 'vitest'
import { firstDifference } from './first-difference.ts'

const PUBLISHED = '{\n  "a": 1,\n  "b": 2\n}\n'
const differenceOf = (copy: string) => firstDifference(Buffer.from(PUBLISHED), Buffer.from(copy))

it('equal bytes have none', () => {
  expect(differenceOf(PUBLISHED)).toBeNull()
})

it('tells the byte, the line, the column and what stands there on both sides', () => {
  expect(differenceOf('{\n  "a": 1,\n  "c": 2\n}\n')).toEqual({
    offset: 15,
    line: 3,
    column: 4,
    published: 'b": 2\\n}\\n',
    copy: 'c": 2\\n}\\n',
    causes: ['its content was edited, or it is another version'],
  })
})

it.each([
  [PUBLISHED.replaceAll('\n', '\r\n'), /^its lines end in CRLF/],
  [`\ufeff${PUBLISHED}`, /^it begins with a byte order mark/],
  [PUBLISHED.trimEnd(), /^the newline at its end is missing$/],
  [`${PUBLISHED}\n`, /^it has more white space at its end$/],
  ['{"a":1,"b":2}', /^it was formatted anew/],
  [PUBLISHED.slice(0, 9), /^it is cut off$/],
  ['{}', /^its content was edited/],
])('names the usual cause of %j', (copy, cause) => {
  expect(differenceOf(copy)!.causes).toEqual([expect.stringMatching(cause)])
})

it('names every cause where there are two', () => {
  expect(differenceOf(`\ufeff${PUBLISHED.replaceAll('\n', '\r\n')}`)!.causes).toHaveLength(2)
})

it('shows the end of the shorter side as nothing', () => {
  expect(differenceOf(`${PUBLISHED} `)).toMatchObject({
    offset: 23,
    line: 5,
    column: 1,
    published: '',
    copy: ' ',
  })
})
