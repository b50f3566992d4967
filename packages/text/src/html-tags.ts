/** One tag of an HTML text, with the offsets of its brackets. */
export interface HtmlTag {
  readonly name: string
  readonly isClosing: boolean
  readonly start: number
  readonly end: number
}

/** The tags of an HTML text in order, without those in comments, scripts and styles. Linear time. */
export function* htmlTags(text: string): Generator<HtmlTag> {
  const opening = /<(\/?)([a-zA-Z][a-zA-Z0-9]*)|<!--/g
  for (let found = opening.exec(text); found !== null; found = opening.exec(text)) {
    const isComment = found[2] === undefined
    const end = endAfter(text, isComment ? '-->' : '>', opening.lastIndex)
    if (end === undefined) return
    opening.lastIndex = end
    if (isComment) continue
    const tag = { name: found[2]!.toLowerCase(), isClosing: found[1] === '/', start: found.index, end }
    yield tag
    if (!tag.isClosing && RAW_TEXT.has(tag.name)) opening.lastIndex = rawTextEnd(text, tag)
  }
}

const RAW_TEXT = new Set(['script', 'style'])

function endAfter(text: string, closing: string, from: number): number | undefined {
  const at = text.indexOf(closing, from)
  return at < 0 ? undefined : at + closing.length
}

/** Where the closing tag of a script or style begins; the end of the text when it has none. */
function rawTextEnd(text: string, tag: HtmlTag): number {
  const closing = tag.name === 'script' ? /<\/script/gi : /<\/style/gi
  closing.lastIndex = tag.end
  return closing.exec(text)?.index ?? text.length
}
