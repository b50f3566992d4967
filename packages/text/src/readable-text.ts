import { decoded, type HtmlTag, scanHtml } from './html-scan.ts'
import type { DocumentFormat } from './passages.ts'
import type { Range } from './white-space.ts'

/**
 * A passage as a reader sees it, which is what terms, epitomes and summaries are made of: of HTML the text without tags,
 * comments, scripts and styles, with entities decoded, white space folded and the labels of images in their place; any
 * other text as it stands. Linear time.
 */
export function readableText(text: string, format: DocumentFormat): string {
  if (format !== 'html') return text
  const page = new Page(text)
  scanHtml(text, page)
  return page.seen
}

/** Collects what is seen; the gap before a text is written with it, so that none stands at an end. */
class Page {
  seen = ''
  readonly #source: string
  #gap: Gap = ''
  #isPreformatted = false

  constructor(source: string) {
    this.#source = source
  }

  tag({ name, isClosing, label }: HtmlTag): void {
    if (name === 'pre') this.#isPreformatted = !isClosing
    this.#widen(GAP_OF_TAG.get(name) ?? '')
    if (label !== '') this.#addWords(` ${label} `)
  }

  text({ start, end }: Range): void {
    const text = decoded(this.#source.slice(start, end))
    if (this.#isPreformatted && text.trim() !== '') this.#add(text)
    else this.#addWords(text)
  }

  /** White space folds into one space, and into the gap at either end. */
  #addWords(text: string): void {
    const words = text.split(HTML_SPACE)
    if (words[0] === '') this.#widen(' ')
    const said = words.filter((word) => word !== '').join(' ')
    if (said === '') return
    this.#add(said)
    if (words.at(-1) === '') this.#widen(' ')
  }

  #widen(gap: Gap): void {
    if (GAPS.indexOf(gap) > GAPS.indexOf(this.#gap)) this.#gap = gap
  }

  #add(text: string): void {
    this.seen += this.seen === '' ? text : this.#gap + text
    this.#gap = ''
  }
}

/** What parts two texts, the weakest first. */
const GAPS = ['', ' ', '\n', '\n\n'] as const
type Gap = (typeof GAPS)[number]

const HTML_SPACE = /[\t\n\f\r ]+/

const GAP_OF_TAG: ReadonlyMap<string, Gap> = new Map([
  ...gapOf(' ', 'td th'),
  ...gapOf('\n', 'br dd dt li option tr'),
  ...gapOf(
    '\n\n',
    `address article aside blockquote body details dialog div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6
    head header hr main nav ol p pre section summary table tbody tfoot thead title ul`,
  ),
])

function gapOf(gap: Gap, names: string): [string, Gap][] {
  return names.split(/\s+/).map((name) => [name, gap])
}
