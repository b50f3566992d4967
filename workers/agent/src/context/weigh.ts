import { LIMITS } from '@cairn/contract/limits'
import { sha256 } from '@cairn/http-kernel/sha-256'
import type { QueryTerms } from '@cairn/text/query'
import { summarise } from '@cairn/text/summary'
import { countTokens } from '@cairn/text/tokens'
import type { Body, Candidate } from './candidate.ts'
import type { Offer } from './offer.ts'
import { coverageMilli, wordsHeldBy } from './query-words.ts'

/** The candidates among what was offered, best first, and what there was to say about the others. */
export interface Weighed {
  readonly candidates: readonly Candidate[]
  readonly hasDuplicates: boolean
  readonly hasOverruns: boolean
}

/** What the weights are made from. */
export interface Scales {
  readonly query: QueryTerms
  /** How old things of a source typically are, in milliseconds; 0 where age says nothing. */
  readonly typicalMs: (sourceId: string) => number
}

/**
 * Weighs offers against each other: relevance by the best of them, confidence by what they say or by the words they hold, freshness
 * by what is typical of their source. Of equal texts the best is kept, which is told where several sources say the same; a text larger than its source said is left out.
 */
export async function weigh(offers: readonly Offer[], scales: Scales): Promise<Weighed> {
  const honest = offers.filter((offer) => !isOverrun(offer))
  const best = Math.max(0, ...honest.map(({ score }) => score))
  const held = wordsHeldBy(scales.query)
  const weighed = await Promise.all(honest.map((offer) => candidateOf(offer, { ...scales, best, held })))
  const ordered = uniqueBy(weighed.sort(bestFirst), ({ id }) => id)
  const distinct = uniqueBy(ordered, ({ contentHash }) => contentHash)
  const bySource = uniqueBy(ordered, ({ contentHash, sourceId }) => `${sourceId} ${contentHash}`)
  return {
    candidates: distinct.slice(0, LIMITS.contextCandidatesMax),
    hasDuplicates: distinct.length < bySource.length,
    hasOverruns: honest.length < offers.length,
  }
}

/** A text as it is written in JSON costs up to a fifth more than a source that counts the bare text says. */
const ESCAPING = 1.2

function estimateOf({ tokensStated }: Offer, actual: number): number {
  return tokensStated === null ? actual : Math.ceil(tokensStated * ESCAPING)
}

function isOverrun(offer: Offer): boolean {
  return offer.tokensStated !== null && tokensOf(offer.text) > estimateOf(offer, 0)
}

interface Weighing extends Scales {
  readonly best: number
  readonly held: (text: string) => ReadonlySet<number>
}

async function candidateOf(offer: Offer, { best, held, query, typicalMs }: Weighing): Promise<Candidate> {
  const full = bodyOf('full', offer.text, held)
  return {
    id: offer.id,
    sourceId: offer.sourceId,
    kind: offer.kind,
    relevanceMilli: best === 0 ? 0 : Math.floor((1000 * offer.score) / best),
    confidenceMilli:
      offer.confidence === null ? coverageMilli(query, full.words) : Math.floor(1000 * offer.confidence),
    freshnessMilli: freshnessMilli(offer.ageMs, typicalMs(offer.sourceId)),
    contentHash: (await sha256(offer.text)).slice(0, HASH_LENGTH),
    full: { ...full, tokens: estimateOf(offer, full.tokens) },
    summary: once(() => summaryOf(offer.text, full, held)),
  }
}

/** 128 bits of the SHA-256 of the text, in hexadecimal: enough to tell texts apart, half as dear to print. */
const HASH_LENGTH = 32

function summaryOf(text: string, full: Body, held: Weighing['held']): Body | null {
  if (full.tokens <= LIMITS.summaryTokensMax) return null
  const summary = bodyOf('summary', summarise(text), held)
  return summary.tokens < full.tokens ? summary : null
}

/** Makes a value when it is first asked for. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

function bodyOf(tier: Body['tier'], text: string, held: Weighing['held']): Body {
  return { tier, text, tokens: tokensOf(text), words: held(text) }
}

const tokensOf = (text: string): number => countTokens(JSON.stringify(text).slice(1, -1))

/** ⌊1000 · max(0, 1 − age ÷ (2 · typical))⌋; 1000 where either is not known. */
export function freshnessMilli(ageMs: number | null, typicalMs: number): number {
  if (ageMs === null || typicalMs === 0) return 1000
  return Math.floor(1000 * Math.min(1, Math.max(0, 1 - ageMs / (2 * typicalMs))))
}

const bestFirst = (a: Candidate, b: Candidate): number =>
  b.relevanceMilli - a.relevanceMilli || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

function uniqueBy<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  const seen = new Set<string>()
  return items.filter((item) => !seen.has(keyOf(item)) && seen.add(keyOf(item)) !== undefined)
}
