import type { Finding } from '@cairn/contract/requests'
import type { ResearchPassage } from '@cairn/contract/research'

/** Why a passage is not the excerpt of a text that its locator says. Characters are code points, half-open; lines are inclusive. */
export function locatorFindings(text: string, { text: excerpt, locator }: ResearchPassage): Finding[] {
  const { char_start, char_end, line_start, line_end } = locator ?? {}
  const isPlaced = char_start !== undefined || char_end !== undefined
  const findings: Finding[] = []
  if (!text.includes(excerpt))
    findings.push(otherText('/text', 'an excerpt of the document, character by character'))
  else if (isPlaced && !isAt(text, excerpt, { start: char_start, end: char_end }))
    findings.push(
      otherText('/locator', 'offsets in code points between which the text stands in the document'),
    )
  else if (!isInLines(text, excerpt, { start: line_start, end: line_end, from: char_start }))
    findings.push(otherText('/locator', 'lines, counted from 1, in which the text stands in the document'))
  return findings
}

const otherText = (pointer: string, expected: string): Finding => ({
  pointer,
  rule: 'excerpt',
  message: `found another text there, expected ${expected}`,
})

interface Range {
  readonly start: number | undefined
  readonly end: number | undefined
}

function isAt(text: string, excerpt: string, { start, end }: Range): boolean {
  const characters = [...text]
  const length = [...excerpt].length
  const from = start ?? end! - length
  return (
    from >= 0 &&
    from + length === (end ?? from + length) &&
    characters.slice(from, from + length).join('') === excerpt
  )
}

/** Whether the excerpt stands, at its offset where it states one, within the lines that are stated. */
function isInLines(
  text: string,
  excerpt: string,
  { start, end, from }: Range & { readonly from: number | undefined },
): boolean {
  if (start === undefined && end === undefined) return true
  const lines = linesOf(text)
  const [first, last] = [start ?? 1, end ?? lines.length]
  if (first > last || last > lines.length) return false
  const range = { start: lines[first - 1]!.start, end: lines[last - 1]!.end }
  if (from === undefined) return text.slice(range.start, range.end).includes(excerpt)
  const at = [...text].slice(0, from).join('').length
  return at >= range.start && at + excerpt.length <= range.end
}

/** UTF-16 offsets of each line without its end. */
function linesOf(text: string): { readonly start: number; readonly end: number }[] {
  const lines = []
  let start = 0
  for (const { 0: mark, index } of text.matchAll(/\r\n|\r|\n/g)) {
    lines.push({ start, end: index })
    start = index + mark.length
  }
  return [...lines, { start, end: text.length }]
}
