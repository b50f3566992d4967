/** Whether a UTF-16 unit is white space, to JavaScript or to Unicode. */
export function isWhiteSpace(unit: string | undefined): boolean {
  return unit !== undefined && WHITE_SPACE.has(unit)
}

const WHITE_SPACE = new Set(
  '\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff',
)

/** A half-open range of UTF-16 offsets. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** The range without white space at its ends; empty when there is nothing else in it. */
export function trimRange(text: string, range: Range): Range {
  let { start, end } = range
  while (start < end && isWhiteSpace(text[start])) start++
  while (end > start && isWhiteSpace(text[end - 1])) end--
  return { start, end }
}
