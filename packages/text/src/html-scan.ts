import { decodeHTML, decodeHTMLAttribute } from 'entities'
import { type QuoteType, Tokenizer } from 'htmlparser2'
import type { Range } from './white-space.ts'

/** A tag of an HTML text, from its opening to its closing bracket. */
export interface HtmlTag extends Range {
  readonly name: string
  readonly isClosing: boolean
  /** What a reader is told beside the text: its `alt` and `title`, decoded. */
  readonly label: string
}

/** Is told what an HTML text is made of, in order. What is told of nobody sees: comments, declarations, scripts, styles. */
export interface HtmlVisitor {
  text(range: Range): void
  tag(tag: HtmlTag): void
}

/**
 * Reads an HTML text as browsers cut it into tags and text. Never fails: a bracket that opens no tag is text, and a tag
 * or comment without an end goes to the end of the text. Linear time.
 */
export function scanHtml(source: string, visitor: HtmlVisitor): void {
  const tokenizer = new Tokenizer({ decodeEntities: false }, new Scanner(source, visitor))
  tokenizer.write(source)
  tokenizer.end()
}

/** A stretch of visible HTML text as a reader sees it. */
export function decoded(text: string): string {
  return text.includes('&') ? decodeHTML(text) : text
}

/** Their content is another language's, up to their closing tag. */
const HIDDEN = new Set(['script', 'style', 'iframe', 'noembed', 'noframes'])
const LABELS = new Set(['alt', 'title'])

class Scanner {
  readonly #source: string
  readonly #visitor: HtmlVisitor
  #opening = { name: '', start: 0 }
  #attribute = ''
  #value = ''
  #labels: string[] = []
  #hidden = ''

  constructor(source: string, visitor: HtmlVisitor) {
    this.#source = source
    this.#visitor = visitor
  }

  ontext(start: number, end: number): void {
    if (this.#hidden === '' && end > start) this.#visitor.text({ start, end })
  }

  onopentagname(start: number, end: number): void {
    this.#opening = { name: this.#source.slice(start, end).toLowerCase(), start: start - 1 }
    this.#labels = []
  }

  onattribname(start: number, end: number): void {
    this.#attribute = this.#source.slice(start, Math.min(end, start + ATTRIBUTE_UNITS_MAX)).toLowerCase()
    this.#value = ''
  }

  onattribdata(start: number, end: number): void {
    if (LABELS.has(this.#attribute)) this.#value += this.#source.slice(start, end)
  }

  onattribend(_quote: QuoteType, _end: number): void {
    if (LABELS.has(this.#attribute) && this.#value.trim() !== '')
      this.#labels.push(decodeHTMLAttribute(this.#value))
  }

  onopentagend(bracket: number): void {
    const { name, start } = this.#opening
    const label = this.#labels.join(' ')
    this.#visitor.tag({ name, isClosing: false, start, end: bracket + 1, label })
    if (HIDDEN.has(name)) this.#hidden = name
  }

  onselfclosingtag(bracket: number): void {
    this.onopentagend(bracket)
  }

  onclosetag(start: number, end: number): void {
    const name = this.#source.slice(start, end).toLowerCase()
    const bracket = this.#source.indexOf('>', end)
    if (name === this.#hidden) this.#hidden = ''
    const until = bracket < 0 ? this.#source.length : bracket + 1
    this.#visitor.tag({ name, isClosing: true, start: start - 2, end: until, label: '' })
  }

  onattribentity(): void {}
  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onend(): void {}
  onprocessinginstruction(): void {}
  ontextentity(): void {}
}

const ATTRIBUTE_UNITS_MAX = 16
