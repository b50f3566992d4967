import { characterClass } from './character-class.ts'
import { isFunctionWord } from './function-words.ts'
import { keyOf } from './key-of.ts'
import { analyse, type Term } from './terms.ts'

export { keyOf } from './key-of.ts'

/** One distinct word of a query: the unit of coverage and of missing terms. Its whole form stands before its parts. */
export interface QueryWord {
  readonly text: string
  readonly terms: readonly Term[]
}

/** A query as the index is asked for it. */
export interface QueryTerms {
  /** Unique by channel and term, without function words unless there is nothing else. */
  readonly terms: readonly Term[]
  readonly words: readonly QueryWord[]
  /** What the user put in quotation marks: exact-channel terms at consecutive positions. */
  readonly phrases: readonly (readonly string[])[]
  /** Keys to look up: of the whole query first, then of each identifier or symbol in it. */
  readonly keys: readonly string[]
  /** Whether words past the 64th were left out. */
  readonly truncated: boolean
}

/** Analyses a query: no operator, no escape, nothing is refused; only quotation marks mean something. */
export function analyseQuery(query: string): QueryTerms {
  const all = analyse(query)
  const quotes = quotedSpans(query)
  const words = distinctWords(askedWords(query, queryWords(query, all), quotes))
  const kept = words.slice(0, QUERY_WORDS_MAX)
  return {
    terms: unique(
      kept.flatMap((word) => word.searched),
      termId,
    ),
    words: kept.map(({ text, terms }) => ({ text, terms })),
    phrases: quotes.map((span) => phraseOf(all, span)).filter((phrase) => phrase.length > 0),
    keys: [...new Set([keyOf(query), ...keysOf(all)])].slice(0, QUERY_KEYS_MAX),
    truncated: words.length > QUERY_WORDS_MAX,
  }
}

/**
 * Whether a passage holds a query word: by its key, its stem, all of its parts, or at least half of its 4-grams.
 * `has` says whether the passage has a term.
 */
export function holdsWord(word: QueryWord, has: (term: Term) => boolean): boolean {
  if (word.terms.some((term) => term.channel === 'key' && has(term))) return true
  const [whole, ...parts] = word.terms.filter((term) => term.channel === 'stem')
  if (whole !== undefined && has(whole)) return true
  if (parts.length > 0 && parts.every(has)) return true
  const grams = word.terms.filter((term) => term.channel === 'gram')
  return grams.length > 0 && grams.filter(has).length * 2 >= grams.length
}

const QUERY_WORDS_MAX = 64
const QUERY_KEYS_MAX = 65
const QUOTED = /"([^"]+)"|“([^“”]+)”|„([^„“”]+)[“”]|«([^«»]+)»|「([^「」]+)」|『([^『』]+)』/g

interface Span {
  readonly start: number
  readonly end: number
}

function quotedSpans(query: string): Span[] {
  return [...query.matchAll(QUOTED)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }))
}

/** The whole forms of the words inside a span, in order. */
function phraseOf(terms: readonly Term[], span: Span): string[] {
  const inside = terms.filter((term) => term.channel === 'exact' && isInside(term, span))
  return unique(inside, (term) => String(term.position)).map((term) => term.term)
}

function isInside(inner: Span, outer: Span): boolean {
  return inner.start >= outer.start && inner.end <= outer.end
}

function keysOf(terms: readonly Term[]): string[] {
  return terms.filter((term) => term.channel === 'key').map((term) => term.term)
}

function termId(term: Term): string {
  return `${term.channel} ${term.term}`
}

function unique<T>(items: readonly T[], idOf: (item: T) => string): T[] {
  const seen = new Map<string, T>()
  for (const item of items) if (!seen.has(idOf(item))) seen.set(idOf(item), item)
  return [...seen.values()]
}

/** A word with the terms that show a passage holds it, and all the terms it is searched by. */
interface DraftWord extends QueryWord, Span {
  readonly searched: readonly Term[]
}

/** One word a position; of ideographic text one word a pair, the last ideograph of a run going with the last pair. */
function queryWords(query: string, terms: readonly Term[]): DraftWord[] {
  const words: DraftWord[] = []
  for (const group of byPosition(terms)) {
    const previous = words.at(-1)
    if (previous !== undefined && isTailOfPair(group, previous)) {
      words[words.length - 1] = { ...previous, searched: [...previous.searched, ...group] }
    } else {
      words.push(draftWord(query, group))
    }
  }
  return words
}

function byPosition(terms: readonly Term[]): Term[][] {
  const groups: Term[][] = []
  for (const term of terms) {
    if (groups.at(-1)?.[0]!.position === term.position) groups.at(-1)!.push(term)
    else groups.push([term])
  }
  return groups
}

function isTailOfPair(group: readonly Term[], previous: DraftWord): boolean {
  const isSingle = group.every((term) => term.end === group[0]!.end)
  return (
    isSingle && isIdeographic(group) && group[0]!.end === previous.end && group[0]!.start > previous.start
  )
}

function isIdeographic(group: readonly Term[]): boolean {
  return characterClass(group[0]!.term.codePointAt(0)!) === 'C'
}

function draftWord(query: string, group: readonly Term[]): DraftWord {
  const start = Math.min(...group.map((term) => term.start))
  const end = Math.max(...group.map((term) => term.end))
  const pair = isIdeographic(group) ? group.filter((term) => term.channel === 'stem').slice(-1) : []
  return { text: query.slice(start, end), start, end, terms: pair.length > 0 ? pair : group, searched: group }
}

function askedWords(
  query: string,
  words: readonly DraftWord[],
  quotes: readonly Span[],
): readonly DraftWord[] {
  const hasLowerCase = /[a-z]/.test(query)
  const asked = words.filter((word) => {
    if (quotes.some((span) => isInside(word, span))) return true
    const isAcronym = hasLowerCase && /^[A-Z]{2,}$/.test(word.text)
    return isAcronym || !isFunctionWord(soleExactTerm(word))
  })
  return asked.length > 0 ? asked : words
}

/** The exact term of a plain word; empty for an identifier, which is never a function word. */
function soleExactTerm(word: DraftWord): string {
  const exact = word.searched.filter((term) => term.channel === 'exact')
  const isPlain = exact.length === 1 && word.searched.every((term) => term.channel !== 'key')
  return isPlain ? exact[0]!.term : ''
}

function distinctWords(words: readonly DraftWord[]): DraftWord[] {
  return unique(words, (word) => word.terms.map(termId).join(' '))
}
