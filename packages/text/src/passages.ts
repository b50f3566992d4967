import type { Block } from './block.ts'
import { codePointsIn } from './code-points.ts'
import { type Atom, type AtomBounds, atomsOf } from './divide.ts'
import { htmlBlocks } from './html-blocks.ts'
import { markdownBlocks } from './markdown-blocks.ts'
import { codeBlocks, plainBlocks } from './plain-blocks.ts'
import { countTokens } from './tokens.ts'
import { trimRange } from './white-space.ts'

/** How a document is written, which decides where it may be split. */
export type DocumentFormat = 'markdown' | 'plain' | 'html' | 'code'

/** A passage: `text` is exactly `body.slice(start, end)` of the document's or the message's text, UTF-16 offsets. */
export interface Passage {
  readonly text: string
  readonly start: number
  readonly end: number
  /** The headings it stands under, outermost first, joined by ` > `. */
  readonly heading: string
  readonly speaker: string
  readonly at: string | null
}

/**
 * Splits a document into passages in order, which lose nothing that a reader sees but white space between them. A text
 * of at most 480 tokens and 4,000 code points is one passage; else passages aim at 250 tokens and have at most 4,000
 * code points, and a text of up to 1 MiB has at most 2,000. None for a text of white space, or HTML that shows nothing.
 */
export function splitText(text: string, format: DocumentFormat): Passage[] {
  const blocks = BLOCKS[format](text)
  return blocks.length === 0 ? [] : packed(text, blocks).map((span) => passageOf(text, span))
}

/** One message of a conversation; `at` is kept as given. */
export interface Message {
  readonly speaker: string
  readonly text: string
  readonly at?: string
}

/** Splits a conversation: one passage a turn, more for a long one, none for an empty one. */
export function splitMessages(messages: readonly Message[], format: DocumentFormat = 'markdown'): Passage[] {
  return messages.flatMap(({ text, speaker, at }) =>
    splitText(text, format).map((passage) => ({ ...passage, speaker, at: at ?? null })),
  )
}

const PASSAGE_CODE_POINTS_MAX = 4_000
const PASSAGES_MAX = 2_000
const TOKENS_AIM = 250
/** A text that hardly makes two passages is not cut: its parts would say little. */
const WHOLE_TOKENS_MAX = 480
/** A heading begins a new passage only when the one before it has this share of the aim. */
const SECTION_SHARE = 0.4

const BLOCKS: Record<DocumentFormat, (text: string) => Block[]> = {
  markdown: markdownBlocks,
  plain: plainBlocks,
  html: htmlBlocks,
  code: codeBlocks,
}

interface Span {
  readonly start: number
  readonly end: number
  readonly heading: string
}

function passageOf(text: string, { start, end, heading }: Span): Passage {
  return { text: text.slice(start, end), start, end, heading, speaker: '', at: null }
}

/** Packs with a doubled aim until the passages are few enough; at last only code points bound them. */
function packed(text: string, blocks: readonly Block[]): Span[] {
  const whole = wholeSpan(text, blocks)
  if (whole !== undefined) return whole.start < whole.end ? [whole] : []
  for (let aim = TOKENS_AIM; ; aim *= 2) {
    const bounds = {
      tokensMax: (aim * WHOLE_TOKENS_MAX) / TOKENS_AIM,
      codePointsMax: PASSAGE_CODE_POINTS_MAX,
    }
    const spans = pack(text, blocks, bounds, aim)
    if (spans.length <= PASSAGES_MAX || aim > PASSAGE_TOKENS_MAX) return spans
  }
}

/** No passage of 4,000 code points has more tokens than bytes. */
const PASSAGE_TOKENS_MAX = 4 * PASSAGE_CODE_POINTS_MAX

/** The whole text as one passage, when it is small enough. */
function wholeSpan(text: string, blocks: readonly Block[]): Span | undefined {
  const range = trimRange(text, { start: 0, end: text.length })
  if (codePointsIn(text, range, PASSAGE_CODE_POINTS_MAX) > PASSAGE_CODE_POINTS_MAX) return undefined
  if (countTokens(text.slice(range.start, range.end)) > WHOLE_TOKENS_MAX) return undefined
  return { ...range, heading: blocks.find((block) => block.end > range.start)?.heading ?? '' }
}

function pack(text: string, blocks: readonly Block[], bounds: AtomBounds, aim: number): Span[] {
  const packer = new Packer(text, aim)
  for (const block of blocks) for (const atom of atomsOf(text, block, bounds)) packer.add(atom)
  return packer.finish()
}

/** Collects atoms into passages greedily; headings go with what follows them. */
class Packer {
  private readonly text: string
  private readonly aim: number
  private readonly spans: Span[] = []
  private atoms: Atom[] = []
  private tokens = 0
  private codePoints = 0

  constructor(text: string, aim: number) {
    this.text = text
    this.aim = aim
  }

  add(atom: Atom): void {
    if (this.shouldCloseBefore(atom)) this.close()
    if (!this.fitsWith(atom)) this.closeAll()
    this.append(atom)
  }

  finish(): Span[] {
    this.closeAll()
    return this.spans
  }

  private shouldCloseBefore(atom: Atom): boolean {
    if (this.isHeadingsOnly() && !atom.block.isHeading) return false
    if (!this.isHeadingsOnly() && atom.block.isHeading && this.tokens >= this.aim * SECTION_SHARE) return true
    return !this.fitsWith(atom) || this.tokens + this.tokensAdded(atom) > this.aim
  }

  private fitsWith(atom: Atom): boolean {
    return this.codePoints + this.codePointsAdded(atom) <= PASSAGE_CODE_POINTS_MAX
  }

  /** The code points of an atom and of the white space before it. */
  private codePointsAdded(atom: Atom): number {
    const start = this.atoms.at(-1)?.end ?? atom.start
    return codePointsIn(this.text, { start, end: atom.end }, PASSAGE_CODE_POINTS_MAX)
  }

  /** The tokens of an atom and of what HTML hides before it. */
  private tokensAdded(atom: Atom): number {
    const hidden = this.text.slice(this.atoms.at(-1)?.end ?? atom.start, atom.start).trim()
    return atom.tokens + (hidden === '' ? 0 : countTokens(hidden))
  }

  private append(atom: Atom): void {
    this.codePoints += this.codePointsAdded(atom)
    this.tokens += this.tokensAdded(atom)
    this.atoms.push(atom)
  }

  private isHeadingsOnly(): boolean {
    return this.atoms.every(({ block }) => block.isHeading)
  }

  /** Closes the passage but for the headings at its end, unless it has nothing else. */
  private close(): void {
    let kept = this.atoms.length
    while (!this.isHeadingsOnly() && this.atoms[kept - 1]!.block.isHeading) kept--
    const headings = this.atoms.splice(kept)
    this.closeAll()
    for (const heading of headings) this.append(heading)
  }

  private closeAll(): void {
    const [first, last] = [this.atoms[0], this.atoms.at(-1)]
    if (first !== undefined)
      this.spans.push({ start: first.start, end: last!.end, heading: first.block.heading })
    this.atoms = []
    this.tokens = 0
    this.codePoints = 0
  }
}
