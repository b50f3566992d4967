import { keyTerm } from '../key-term.ts'
import { ENTITY_BITS, KEY_BITS } from '../passage-terms.ts'
import { phraseRows } from '../phrases.ts'
import type { TermMatch } from '../term-reader.ts'
import { EVIDENCE, type LaneContext, type LaneScores } from './lane.ts'

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
export function indexing(context: LaneContext): LaneScores {
  const scores = context.segments.map((segment) => new Float64Array(segment.counts.passages))
  const evidence = context.segments.map((segment) => new Uint8Array(segment.counts.passages))
  const raise = (segment: number, row: number, score: number, kind: number) => {
    if (score > scores[segment]![row]!) scores[segment]![row] = score
    if (kind > evidence[segment]![row]!) evidence[segment]![row] = kind
  }
  raiseEntities(context, raise)
  raiseKeys(context, raise)
  raisePhrases(context, raise)
  return { scores, best: NAMED, evidence }
}

type Raise = (segment: number, row: number, score: number, kind: number) => void

function raiseKeys(context: LaneContext, raise: Raise): void {
  for (const [i, key] of context.query.keys.entries()) {
    eachPosting(context, context.terms.match('key', keyTerm(key)), (segment, row, bits) => {
      const [score, kind] = i === 0 || context.query.words.length === 1 ? wholeKey(bits) : partKey(bits)
      if (score > 0) raise(segment, row, score, kind)
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

function raisePhrases(context: LaneContext, raise: Raise): void {
  const held = context.segments.map(() => new Map<number, number>())
  for (const phrase of context.query.phrases) {
    for (const [segment, rows] of phraseRows(context, phrase).entries()) {
      for (const row of rows) held[segment]!.set(row, (held[segment]!.get(row) ?? 0) + 1)
    }
  }
  const { phrases, isQuote } = context.query
  const [least, most] = isQuote ? [PART, PHRASE] : [0, QUOTED]
  for (const [segment, rows] of held.entries()) {
    for (const [row, count] of rows) {
      raise(segment, row, least + ((most - least) * count) / phrases.length, EVIDENCE.exact)
    }
  }
}

/** Adds up, by rarity, the words that are an entity of the passage and the identifiers it mentions. */
function raiseEntities(context: LaneContext, raise: Raise): void {
  const found = context.segments.map(() => new Map<number, number>())
  let total = 0
  for (const { match, frequency } of entityMatches(context)) {
    const rarity = context.corpus.idf(frequency)
    total += rarity
    eachPosting(context, match, (segment, row, bits) => {
      const isAuthor = match.channel === 'entity' && (bits & ENTITY_BITS.author) !== 0
      found[segment]!.set(row, (found[segment]!.get(row) ?? 0) + (isAuthor ? rarity : COUNTED * rarity))
    })
  }
  for (const [segment, rows] of found.entries()) {
    for (const [row, rarity] of rows) raise(segment, row, (ENTITY * rarity) / total, EVIDENCE.entityWord)
  }
}

/** Exact words as entities, weighed by their frequency in the text, and identifiers as they are mentioned. */
function entityMatches(context: LaneContext): { match: TermMatch; frequency: number }[] {
  const words = context.query.terms.filter((term) => term.channel === 'exact')
  const entities = words.map((term) => ({
    match: context.terms.match('entity', term.term),
    frequency: context.terms.match('exact', term.term).frequency,
  }))
  const identifiers = context.query.keys.slice(1).map((key) => context.terms.match('key', keyTerm(key)))
  return [...entities, ...identifiers.map((match) => ({ match, frequency: match.frequency }))]
}

function eachPosting(
  context: LaneContext,
  match: TermMatch,
  visit: (segment: number, row: number, weight: number) => void,
): void {
  for (const [segment, postings] of context.terms.postings(match).entries()) {
    if (postings === null) continue
    for (let i = 0; i < postings.rows.length; i++) visit(segment, postings.rows[i]!, postings.weights[i]!)
  }
}
