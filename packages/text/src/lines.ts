import type { Range } from './white-space.ts'

/** The lines of a range, each with its line end (`\n`, `\r\n` or `\r`). */
export function* linesOf(text: string, range: Range): Generator<Range> {
  for (let start = range.start; start < range.end; ) {
    const end = lineEnd(text, start, range.end)
    yield { start, end }
    start = end
  }
}

function lineEnd(text: string, start: number, limit: number): number {
  for (let at = start; at < limit; at++) {
    if (text[at] === '\n') return at + 1
    if (text[at] === '\r') return text[at + 1] === '\n' && at + 1 < limit ? at + 2 : at + 1
  }
  return limit
}
