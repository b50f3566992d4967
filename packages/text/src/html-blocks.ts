import { type Block, HeadingPath } from './block.ts'
import { type HtmlTag, htmlTags } from './html-tags.ts'

/**
 * The blocks of an HTML text: what block-level tags part, with `h1` to `h6` as headings and `script`, `style` and
 * `pre` kept whole. Nothing is removed or decoded: a block is a stretch of the source. Linear time.
 */
export function htmlBlocks(text: string): Block[] {
  const blocks: Block[] = []
  const headings = new HeadingPath()
  let start = 0
  let headingFrom: HtmlTag | undefined
  const push = (end: number, isHeading: boolean, parts: Block['parts']) => {
    if (end > start) blocks.push({ start, end, heading: headings.toString(), isHeading, parts })
    start = Math.max(start, end)
  }
  for (const tag of htmlTags(text)) {
    if (!BLOCK_TAGS.has(tag.name)) continue
    if (!tag.isClosing) push(tag.start, false, 'sentences')
    const level = HEADING_TAGS.indexOf(tag.name) + 1
    if (level > 0 && !tag.isClosing) headingFrom = tag
    if (level > 0 && tag.isClosing && headingFrom !== undefined) {
      headings.enter(level, withoutTags(text.slice(headingFrom.end, tag.start)))
    }
    if (tag.isClosing)
      push(tag.end, level > 0 && headingFrom !== undefined, LINE_TAGS.has(tag.name) ? 'lines' : 'sentences')
    if (level > 0 && tag.isClosing) headingFrom = undefined
  }
  push(text.length, false, 'sentences')
  return blocks
}

const HEADING_TAGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']
const LINE_TAGS = new Set(['pre', 'script', 'style', 'table'])
const BLOCK_TAGS = new Set(
  `address article aside blockquote body dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6
  head header hr li main nav ol p pre script section style table tbody thead tr ul`.split(/\s+/),
)

function withoutTags(markup: string): string {
  let title = ''
  let from = 0
  for (const tag of htmlTags(markup)) {
    title += markup.slice(from, tag.start)
    from = tag.end
  }
  return title + markup.slice(from)
}
