/** A stretch of a document that is kept together where it fits: a paragraph, an item, a table, a fenced block. */
export interface Block {
  readonly start: number
  readonly end: number
  /** The headings in force, outermost first, joined by ` > `; a heading is in force over itself. */
  readonly heading: string
  readonly isHeading: boolean
  /** Whether a part of it is a line (code, tables, lists) or a sentence. */
  readonly parts: 'lines' | 'sentences'
  /** Whether it is HTML, of which no part may end inside a tag or an entity. */
  readonly isMarkup?: true
}

/** The headings above the reader's place in a document, as they are met. */
export class HeadingPath {
  private titles: { readonly level: number; readonly title: string }[] = []

  enter(level: number, title: string): void {
    this.titles = this.titles.filter((above) => above.level < level)
    this.titles.push({ level, title: cut(title) })
  }

  toString(): string {
    return this.titles
      .map(({ title }) => title)
      .filter((title) => title !== '')
      .join(' > ')
  }
}

const TITLE_CODE_POINTS_MAX = 120

function cut(title: string): string {
  const start = title.slice(0, 2 * TITLE_CODE_POINTS_MAX).toWellFormed()
  return [...start].slice(0, TITLE_CODE_POINTS_MAX).join('').replace(/\s+/g, ' ').trim()
}
