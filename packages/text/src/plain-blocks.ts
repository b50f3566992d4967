import type { Block } from './block.ts'
import { linesOf } from './lines.ts'
import { isWhiteSpace } from './white-space.ts'

/** The paragraphs of a plain text: what blank lines part. */
export function plainBlocks(text: string): Block[] {
  return blocksBefore(text, 'sentences', (_, followsBlank) => followsBlank)
}

/** The definitions of a source text: what a blank line parts before a line that is not indented and opens no tail. */
export function codeBlocks(text: string): Block[] {
  return blocksBefore(text, 'lines', (line, followsBlank) => followsBlank && !CONTINUES_DEFINITION.test(line))
}

const CONTINUES_DEFINITION = /^(?:[ \t]|[)}\]]|end\b|else\b|elif\b|except\b|catch\b|finally\b)/

const LINE_START_UNITS = 64

/** Blocks that begin at the lines `begins` chooses among those that are not blank. */
function blocksBefore(
  text: string,
  parts: Block['parts'],
  begins: (line: string, followsBlank: boolean) => boolean,
): Block[] {
  const blocks: Block[] = []
  let start = 0
  let followsBlank = false
  for (const line of linesOf(text, { start: 0, end: text.length })) {
    const isBlank = isBlankRange(text, line.start, line.end)
    const opening = text.slice(line.start, Math.min(line.end, line.start + LINE_START_UNITS))
    if (!isBlank && line.start > start && begins(opening, followsBlank)) {
      blocks.push({ start, end: line.start, heading: '', isHeading: false, parts })
      start = line.start
    }
    followsBlank = isBlank
  }
  blocks.push({ start, end: text.length, heading: '', isHeading: false, parts })
  return blocks
}

function isBlankRange(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (!isWhiteSpace(text[at])) return false
  return true
}
