import type { QueryTerms } from '@cairn/text/query'
import { keyTerm } from '../key-term.ts'
import { ENTITY_BITS, KEY_BITS } from '../passage-terms.ts'
import type { TermMatch, TermReader } from '../term-reader.ts'
import { EVIDENCE, type LaneContext, type Named } from './lane.ts'

/** Lane scores by what was found; the first tier begins at PART, entity words alone stay at or below ENTITY. */
const NAMED = 1
const PHRASE = 0.95
/** A quoted phrase in a longer question: less than a third of what its best words count for. */
const QUOTED = 0.2
const IDENTIFIER = 0.9
const PART = 0.85
const ENTITY = 0.1
/** Share of ENTITY for words BM25 counts as well: all but those of the author. */
const COUNTED = 0.3

const NAME_BITS = KEY_BITS.title | KEY_BITS.documentId | KEY_BITS.uri | KEY_BITS.text

/**
 * What the query names: keys (titles, ids, URIs, tags, identifiers, whole short texts), quoted phrases, and words of
 * titles, authors and speakers. What a key finds is the first tier, and what a phrase finds when it is all that is asked.
 */
export function indexing(context: LaneContext): Named {
  const scores = new Float64Array(context.candidates.count)
  const evidence = new Uint8Array(context.candidates.count)
  let isNamed = false
  const raise = (candidate: number, score: number, kind: number) => {
    isNamed = true
    if (score > scores[candidate]!) scores[candidate] = score
    if (kind > evidence[candidate]!) evidence[candidate] = kind
  }
  raiseEntities(context, raise)
  raiseKeys(context, raise)
  raisePhrases(context, raise)
  return { scores: isNamed ? scores : null, evidence }
}

/** The terms that this lane looks up, but for those of phrases. */
export function namingMatches(terms: TermReader, query: QueryTerms): TermMatch[] {
  return [
    ...entityMatches(terms, query).map(({ match }) => match),
    ...query.keys.map((key) => terms.match('key', keyTerm(key))),
  ]
}

type Raise = (candidate: number, score: number, kind: number) => void

function raiseKeys(context: LaneContext, raise: Raise): void {
  for (const [i, key] of context.query.keys.entries()) {
    eachPosting(context, context.terms.match('key', keyTerm(key)), (candidate, bits) => {
      const [score, kind] = i === 0 || context.query.words.length === 1 ? wholeKey(bits) : partKey(bits)
      if (score > 0) raise(candidate, score, kind)
    })
  }
}

/** The whole query, or its only word, is a key of the passage. */
function wholeKey(bits: number): readonly [number, number] {
  if ((bits & NAME_BITS) !== 0) return [NAMED, EVIDENCE.exact]
  if ((bits & KEY_BITS.mention) !== 0) return [IDENTIFIER, EVIDENCE.exact]
  return [PART, EVIDENCE.entityName]
}

/** One word of the query is a key of the passage; a mere mention is left to raiseEntities. */
function partKey(bits: number): readonly [number, number] {
  const names = KEY_BITS.title | KEY_BITS.documentId | KEY_BITS.uri
  return (bits & names) !== 0 ? [PART, EVIDENCE.entityName] : [0, EVIDENCE.none]
}

function raisePhrases({ candidates, phrases, query }: LaneContext, raise: Raise): void {
  const held = new Map<number, number>()
  for (const bySegment of phrases) {
    for (const [segment, rows] of bySegment.entries()) {
      for (const row of rows) {
        const candidate = candidates.numberOf(segment, row)
        if (candidate >= 0) held.set(candidate, (held.get(candidate) ?? 0) + 1)
      }
    }
  }
  const [least, most] = query.isQuote ? [PART, PHRASE] : [0, QUOTED]
  for (const [candidate, count] of held)
    raise(candidate, least + ((most - least) * count) / phrases.length, EVIDENCE.exact)
}

/** Adds up, by rarity, the words that are an entity of the passage and the identifiers it mentions. */
function raiseEntities(context: LaneContext, raise: Raise): void {
  const found = new Float64Array(context.candidates.count)
  let total = 0
  let isFound = false
  for (const { match, frequency } of entityMatches(context.terms, context.query)) {
    const rarity = context.corpus.idf(frequency)
    total += rarity
    eachPosting(context, match, (candidate, bits) => {
      const isAuthor = match.channel === 'entity' && (bits & ENTITY_BITS.author) !== 0
      isFound = true
      found[candidate]! += isAuthor ? rarity : COUNTED * rarity
    })
  }
  if (!isFound) return
  for (let i = 0; i < found.length; i++)
    if (found[i]! > 0) raise(i, (ENTITY * found[i]!) / total, EVIDENCE.entityWord)
}

/** Exact words as entities, weighed by their frequency in the text, and identifiers as they are mentioned. */
function entityMatches(terms: TermReader, query: QueryTerms): { match: TermMatch; frequency: number }[] {
  const words = query.terms.filter((term) => term.channel === 'exact')
  const entities = words.map((term) => ({
    match: terms.match('entity', term.term),
    frequency: terms.match('exact', term.term).frequency,
  }))
  const identifiers = query.keys.slice(1).map((key) => terms.match('key', keyTerm(key)))
  return [...entities, ...identifiers.map((match) => ({ match, frequency: match.frequency }))]
}

function eachPosting(
  { terms, candidates }: LaneContext,
  match: TermMatch,
  visit: (candidate: number, weight: number) => void,
): void {
  for (const [segment, postings] of terms.postings(match).entries()) {
    if (postings === null) continue
    for (let i = 0; i < postings.rows.length; i++) {
      const candidate = candidates.numberOf(segment, postings.rows[i]!)
      if (candidate >= 0) visit(candidate, postings.weights[i]!)
    }
  }
}
