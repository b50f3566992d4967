import { scanHtml } from './html-scan.ts'
import type { Range } from './white-space.ts'

/** The parts of a range of HTML, contiguous, each with those after it up to an end outside of tags and entities. */
export function outsideMarkup(text: string, range: Range, parts: Iterable<Range>): Range[] {
  const solids = solidRanges(text, range)
  const whole: Range[] = []
  let start = range.start
  let solid = 0
  for (const { end } of parts) {
    while (solid < solids.length && solids[solid]!.end <= end) solid++
    if (solid < solids.length && solids[solid]!.start < end) continue
    whole.push({ start, end })
    start = end
  }
  if (start < range.end) whole.push({ start, end: range.end })
  return whole
}

/** The tags and entities of a range, in order. */
function solidRanges(text: string, { start, end }: Range): Range[] {
  const markup = text.slice(start, end)
  const solids: Range[] = []
  const add = (from: number, to: number) => solids.push({ start: start + from, end: start + to })
  scanHtml(markup, {
    tag: (tag) => add(tag.start, tag.end),
    text: (seen) => {
      for (const entity of markup.slice(seen.start, seen.end).matchAll(ENTITY))
        add(seen.start + entity.index, seen.start + entity.index + entity[0].length)
    },
  })
  return solids
}

const ENTITY = /&#?\w{1,32};?/g
