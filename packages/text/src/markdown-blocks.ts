import { type Block, HeadingPath } from './block.ts'
import { linesOf } from './lines.ts'

/**
 * The blocks of a Markdown text: headings, fenced code, tables, list items, paragraphs, by the line rules of
 * CommonMark 0.31 that decide where a block begins; inline syntax and nesting do not matter here. Linear time.
 */
export function markdownBlocks(text: string): Block[] {
  const start = frontMatterEnd(text)
  const scanner = new MarkdownScanner(text)
  for (const line of linesOf(text, { start, end: text.length })) scanner.line(line.start, line.end)
  return start === 0 ? scanner.finish() : [frontMatter(start), ...scanner.finish()]
}

/** Where the lines between two of `---` at the very beginning end, which are data about the document; 0 without. */
function frontMatterEnd(text: string): number {
  let isFirst = true
  for (const { start, end } of linesOf(text, {
    start: 0,
    end: Math.min(text.length, FRONT_MATTER_UNITS_MAX),
  })) {
    const line = text.slice(start, end).trimEnd()
    if (isFirst && line !== '---' && line !== '\uFEFF---') return 0
    if (!isFirst && (line === '---' || line === '...')) return end
    isFirst = false
  }
  return 0
}

const FRONT_MATTER_UNITS_MAX = 16_384

function frontMatter(end: number): Block {
  return { start: 0, end, heading: '', isHeading: false, parts: 'lines' }
}

const HEADING = /^\uFEFF? {0,3}(#{1,6})(?=[ \t\r\n]|$)/
const FENCE = /^ {0,3}(`{3,}|~{3,})/
const ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?=[ \t\r\n]|$)/
const UNDERLINE = /^ {0,3}(=+|-+)[ \t\r\n]*$/
const BLANK = /^\s*$/

class MarkdownScanner {
  private readonly text: string
  private readonly blocks: Block[] = []
  private readonly headings = new HeadingPath()
  /** Where the open block began and how its parts are divided; `undefined` between blocks. */
  private open: { start: number; parts: Block['parts']; lines: number } | undefined
  private fence = ''
  private end = 0

  constructor(text: string) {
    this.text = text
  }

  line(start: number, end: number): void {
    const line = this.text.slice(start, Math.min(end, start + LINE_START_UNITS))
    if (this.fence !== '') this.fencedLine(line)
    else if (FENCE.test(line)) this.openFence(line, start)
    else if (HEADING.test(line)) this.heading(start, end)
    else if (this.isUnderline(line, end - start)) this.underlined(end)
    else this.plainLine(line, start, end)
    this.end = end
    if (this.open !== undefined) this.open.lines++
  }

  finish(): Block[] {
    this.close()
    return this.blocks
  }

  private fencedLine(line: string): void {
    const closing = FENCE.exec(line)?.[1]
    if (
      closing === undefined ||
      !closing.startsWith(this.fence) ||
      !BLANK.test(line.trim().slice(closing.length))
    )
      return
    this.fence = ''
    this.closesAfterLine = true
  }

  private closesAfterLine = false

  private openFence(line: string, start: number): void {
    this.close()
    this.fence = FENCE.exec(line)![1]!
    this.open = { start, parts: 'lines', lines: 0 }
  }

  private heading(start: number, end: number): void {
    this.close()
    const [marker, hashes] = HEADING.exec(this.text.slice(start, start + LINE_START_UNITS))!
    this.headings.enter(hashes!.length, withoutClosingHashes(this.text.slice(start + marker.length, end)))
    this.push(start, end, true, 'sentences')
  }

  /** A line of `=` or `-` under a one-line paragraph makes it a heading. */
  private isUnderline(line: string, length: number): boolean {
    return (
      this.open?.lines === 1 &&
      this.open.parts === 'sentences' &&
      length < LINE_START_UNITS &&
      UNDERLINE.test(line)
    )
  }

  private underlined(end: number): void {
    const { start } = this.open!
    const level = this.text.slice(this.end, end).includes('=') ? 1 : 2
    this.headings.enter(level, this.text.slice(start, this.end))
    this.push(start, end, true, 'sentences')
    this.open = undefined
  }

  private plainLine(line: string, start: number, end: number): void {
    if (this.closesAfterLine || ITEM.test(line)) this.close()
    if (BLANK.test(line) && BLANK.test(this.text.slice(start, end))) this.close()
    else
      this.open ??= {
        start,
        parts: ITEM.test(line) || line.startsWith('|') ? 'lines' : 'sentences',
        lines: 0,
      }
  }

  private close(): void {
    if (this.open !== undefined) this.push(this.open.start, this.end, false, this.open.parts)
    this.open = undefined
    this.closesAfterLine = false
  }

  private push(start: number, end: number, isHeading: boolean, parts: Block['parts']): void {
    this.blocks.push({ start, end, heading: this.headings.toString(), isHeading, parts })
  }
}

/** What decides the kind of a line stands within its first units; longer lines are never held whole. */
const LINE_START_UNITS = 1_024

function withoutClosingHashes(title: string): string {
  const trimmed = title.trim()
  let end = trimmed.length
  while (end > 0 && trimmed[end - 1] === '#') end--
  return end === 0 || /\s/.test(trimmed[end - 1]!) ? trimmed.slice(0, end).trim() : trimmed
}
