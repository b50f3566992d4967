import { askedRole } from './asked-role.ts'
import { characterClass } from './character-class.ts'
import { isFunctionWord } from './function-words.ts'
import { keyOf } from './key-of.ts'
import { analyse, type Term } from './terms.ts'

export { keyOf } from './key-of.ts'

/** One distinct word of a query: the unit of coverage and of missing terms. Its whole form stands before its parts. */
export interface QueryWord {
  readonly text: string
  readonly terms: readonly Term[]
  /** The terms by whose rarity it weighs: its stems, of a pair of ideographs each of the two. */
  readonly weighed: readonly Term[]
}

/** A query as the index is asked for it. */
export interface QueryTerms {
  /** Unique by channel and term, without function words and lone punctuation unless there is nothing else. */
  readonly terms: readonly Term[]
  readonly words: readonly QueryWord[]
  /** What the user put in quotation marks: exact-channel terms at consecutive positions. */
  readonly phrases: readonly (readonly string[])[]
  /** Whether it asks for nothing but what is quoted. */
  readonly isQuote: boolean
  /** Keys to look up: of the whole query first, then of each identifier or symbol in it. */
  readonly keys: readonly string[]
  /** Whose words the question asks for, where it says so: those of who asks ("my"), or of the assistant ("did you"). */
  readonly asks: 'user' | 'assistant' | null
  /** Whether words past the 64th were left out. */
  readonly truncated: boolean
}

/** Analyses a query: no operator, no escape, nothing is refused; only quotation marks mean something. */
export function analyseQuery(query: string): QueryTerms {
  const all = analyse(query)
  const quotes = quotedSpans(query)
  const asked = askedWords(query, queryWords(query, all), quotes)
  const words = distinctWords(asked)
  const kept = words.slice(0, QUERY_WORDS_MAX)
  return {
    terms: unique(
      kept.flatMap((word) => word.searched),
      termId,
    ),
    words: kept.map(({ text, terms, weighed }) => ({ text, terms, weighed })),
    phrases: quotes.map((span) => phraseOf(all, span)).filter((phrase) => phrase.length > 0),
    isQuote: kept.every((word) => quotes.some((span) => isInside(word, span))),
    keys: [...new Set([keyOf(query), ...asked.flatMap(keysOf)])].slice(0, QUERY_KEYS_MAX),
    asks: askedRole(query),
    truncated: words.length > QUERY_WORDS_MAX,
  }
}

/**
 * Whether a passage holds a query word: by its key, its stem, all of its parts, or at least half of its 4-grams or
 * trigrams. `has` says whether the passage has a term.
 */
export function holdsWord(word: QueryWord, has: (term: Term) => boolean): boolean {
  const held = word.terms.filter(has)
  if (held.some((term) => term.channel === 'key')) return true
  const stems = word.terms.filter((term) => term.channel === 'stem')
  if (scriptOf(stems[0]?.term ?? '_') === 'unspaced') return held.length * 2 >= stems.length
  if (stems[0] !== undefined && held.includes(stems[0])) return true
  if (stems.length > 1 && stems.slice(1).every((part) => held.includes(part))) return true
  const grams = word.terms.filter((term) => term.channel === 'gram')
  return grams.length > 0 && grams.filter((gram) => held.includes(gram)).length * 2 >= grams.length
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

function keysOf({ searched }: DraftWord): string[] {
  return searched.filter((term) => term.channel === 'key').map((term) => term.term)
}

function termId(term: Term): string {
  return `${term.channel} ${term.term}`
}

function unique<T>(items: readonly T[], idOf: (item: T) => string): T[] {
  const seen = new Map<string, T>()
  for (const item of items) if (!seen.has(idOf(item))) seen.set(idOf(item), item)
  return [...seen.values()]
}

type Script = 'spaced' | 'ideographic' | 'unspaced'

/** A word with the terms that show a passage holds it, and all the terms it is searched by. */
interface DraftWord extends QueryWord, Span {
  readonly script: Script
  readonly searched: readonly Term[]
}

/** One word a position, but for scripts without spaces: there `continuation` says what a position adds to the last. */
function queryWords(query: string, terms: readonly Term[]): DraftWord[] {
  const words: DraftWord[] = []
  for (const group of byPosition(terms)) {
    const word = draftWord(query, group)
    const continued = continuation(query, words.at(-1), word)
    if (continued === undefined) words.push(word)
    else words[words.length - 1] = continued
  }
  return words
}

/** The last ideograph of a run goes with its last pair; trigrams make one word of three, which is five characters. */
function continuation(query: string, last: DraftWord | undefined, word: DraftWord): DraftWord | undefined {
  if (last === undefined || last.script !== word.script || last.end <= word.start) return undefined
  const searched = [...last.searched, ...word.searched]
  const weighed = [...last.weighed, ...word.weighed]
  if (word.script === 'ideographic' && word.end === last.end) return { ...last, searched, weighed }
  if (word.script !== 'unspaced' || last.terms.length >= UNSPACED_WORD_TRIGRAMS) return undefined
  return {
    ...last,
    searched,
    text: query.slice(last.start, word.end),
    end: word.end,
    terms: searched,
    weighed,
  }
}

const UNSPACED_WORD_TRIGRAMS = 3

function byPosition(terms: readonly Term[]): Term[][] {
  const groups = new Map<number, Term[]>()
  for (const term of terms) {
    const group = groups.get(term.position)
    if (group === undefined) groups.set(term.position, [term])
    else group.push(term)
  }
  return [...groups.values()]
}

function draftWord(query: string, group: readonly Term[]): DraftWord {
  const start = Math.min(...group.map((term) => term.start))
  const end = Math.max(...group.map((term) => term.end))
  const script = scriptOf(group[0]!.term)
  const searched = script === 'spaced' ? group : group.filter(isSearchedUnspaced)
  const terms = script === 'ideographic' ? searched.slice(-1) : searched
  return {
    text: query.slice(start, end),
    start,
    end,
    script,
    terms,
    searched,
    weighed: weighedOf(group, script),
  }
}

/** A pair of ideographs is rare wherever two words meet, so it weighs as its characters do. */
function weighedOf(group: readonly Term[], script: Script): readonly Term[] {
  const stems = group.filter((term) => term.channel === 'stem')
  if (script === 'ideographic') return stems.slice(0, 1)
  return stems.length > 0 ? stems : group
}

function scriptOf(term: string): Script {
  const kind = characterClass(term.codePointAt(0)!)
  if (kind === 'C') return 'ideographic'
  return kind === 'T' || kind === 'N' ? 'unspaced' : 'spaced'
}

/** Without spaces the exact channel serves phrases only, and a lone hiragana is mostly a particle. */
function isSearchedUnspaced(term: Term, _: number, group: readonly Term[]): boolean {
  const isParticle = /^[\u3041-\u3096]$/.test(term.term) && group.length > EXACT_AND_STEM
  return term.channel === 'stem' && !isParticle
}

const EXACT_AND_STEM = 2

/** The words without function words and lone punctuation, unless there is nothing else; what is quoted stays. */
function askedWords(
  query: string,
  words: readonly DraftWord[],
  quotes: readonly Span[],
): readonly DraftWord[] {
  const hasLowerCase = /[a-z]/.test(query)
  const asked = words.filter((word) => {
    if (quotes.some((span) => isInside(word, span))) return true
    if (hasLowerCase && isAcronym(word.text)) return true
    return !isPunctuation(word.text) && !isFunctionWord(soleExactTerm(word))
  })
  return asked.length > 0 ? asked : words
}

/** `US` and `WHO` beside small letters are names; `OR` is what users of other engines write between words. */
function isAcronym(word: string): boolean {
  return /^[A-Z]{2,}$/.test(word) && !/^(?:AND|OR|NOT)$/.test(word)
}

function isPunctuation(word: string): boolean {
  return [...word].every((character) => 'BJ'.includes(characterClass(character.codePointAt(0)!)))
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
