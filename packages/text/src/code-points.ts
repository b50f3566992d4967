import type { Range } from './white-space.ts'

/** The number of code points in a range, or `most + 1` as soon as there are more than `most`. */
export function codePointsIn(text: string, range: Range, most = Number.POSITIVE_INFINITY): number {
  let count = 0
  for (let at = range.start; at < range.end && count <= most; count++)
    at += text.codePointAt(at)! > 0xffff ? 2 : 1
  return count
}
