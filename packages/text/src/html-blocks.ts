import { type Block, HeadingPath } from './block.ts'
import { type HtmlTag, scanHtml } from './html-scan.ts'
import { readableText } from './readable-text.ts'
import { type Range, trimRange } from './white-space.ts'

/**
 * The blocks of an HTML text: what block-level tags, comments, scripts and styles part, with `h1` to `h6` and the first
 * `title` as headings. Each is a stretch of the source that shows something; what lies between them shows nothing.
 * Linear time.
 */
export function htmlBlocks(text: string): Block[] {
  const scanner = new BlockScanner(text)
  scanHtml(text, scanner)
  scanner.close()
  return scanner.blocks
}

class BlockScanner {
  readonly blocks: Block[] = []
  readonly #source: string
  readonly #headings = new HeadingPath()
  #heading: { readonly level: number; readonly start: number } | null = null
  #start = 0
  #end = 0
  #shows = false
  #isPreformatted = false

  constructor(source: string) {
    this.#source = source
  }

  text(range: Range): void {
    this.#passTo(range.start)
    const seen = trimRange(this.#source, range)
    this.#shows ||= seen.start < seen.end
    this.#end = range.end
  }

  tag(tag: HtmlTag): void {
    this.#passTo(tag.start)
    if (tag.end - tag.start > TAG_UNITS_MAX) this.#passTo(tag.end)
    else if (!BLOCK_TAGS.has(tag.name)) this.#take(tag)
    else if (tag.isClosing) this.#leave(tag)
    else this.#enter(tag)
  }

  close(isHeading = false): void {
    if (this.#shows)
      this.blocks.push({
        start: this.#start,
        end: this.#end,
        heading: this.#headings.toString(),
        isHeading,
        parts: this.#isPreformatted ? 'lines' : 'sentences',
        isMarkup: true,
      })
    this.#start = this.#end
    this.#shows = false
  }

  /** What is passed over belongs to no block. */
  #passTo(offset: number): void {
    if (offset === this.#end) return
    this.close()
    this.#start = offset
    this.#end = offset
  }

  #take(tag: HtmlTag): void {
    this.#shows ||= tag.label !== ''
    this.#end = tag.end
  }

  #enter(tag: HtmlTag): void {
    this.close()
    const level = this.#levelOf(tag.name)
    if (level !== null) this.#heading = { level, start: tag.start }
    if (tag.name === 'pre') this.#isPreformatted = true
    this.#take(tag)
  }

  #leave(tag: HtmlTag): void {
    this.#take(tag)
    const heading = HEADING_TAGS.includes(tag.name) ? this.#heading : null
    if (heading !== null) {
      this.#headings.enter(heading.level, readableText(this.#source.slice(heading.start, tag.end), 'html'))
      this.#heading = null
    }
    this.close(heading !== null)
    if (tag.name === 'pre') this.#isPreformatted = false
  }

  /** The title of the page stands over all headings; a later one is of a picture. */
  #levelOf(name: string): number | null {
    const level = HEADING_TAGS.indexOf(name)
    return level < 0 || (level === 0 && this.blocks.length > 0) ? null : level
  }
}

/** A longer tag carries data, as a picture in its address, and is kept out of passages where it can be. */
const TAG_UNITS_MAX = 1_000
const HEADING_TAGS = ['title', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']
const BLOCK_TAGS = new Set([
  ...HEADING_TAGS,
  ...`address article aside blockquote body dd details dialog div dl dt fieldset figcaption figure footer form head
  header hr li main nav ol p pre script section style summary table tbody tfoot thead tr ul`.split(/\s+/),
])
