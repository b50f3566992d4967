import type { Freshness } from '@cairn/contract/crc-v1'
import { parseFactSlug } from '@cairn/contract/slug'
import { type Asking, askSibling } from '../siblings/ask-sibling.ts'
import type { Offer } from './offer.ts'
import { FACTS } from './sources.ts'

/** The id of the fact that a pointer names, or null: search prints where a fact is in the index. */
export function factIdOf(pointer: string): string | null {
  const match = /^(?:\d+\.)?(\d+):(\d+)$/.exec(pointer)
  if (match === null) return /^f\d/.test(pointer) ? pointer : null
  return match[2] === '0' ? `f${match[1]}` : `f${match[1]}.${match[2]}`
}

/** A value says nothing without what it is the value of. */
export function factText(slug: string | undefined, value: string): string {
  const named = parseFactSlug(slug ?? '')
  return named === null ? value : `${named.entity} ${named.key}: ${value}`
}

/** The same offers, facts among them as sure as they still are. A caller who may not ask how sure has them as they were found. */
export async function withConfidence(
  asking: Asking,
  offers: readonly Offer[],
  signal: AbortSignal,
): Promise<readonly Offer[]> {
  const facts = offers.filter(({ sourceId }) => sourceId === FACTS)
  if (facts.length === 0) return offers
  const body = { facts: facts.map(({ id }) => ({ fact_id: id })) }
  const ask = { sibling: 'facts', method: 'POST', path: '/v1/facts/check', body, signal } as const
  const told = (await askSibling(asking, ask).catch(() => null)) as Checked | null
  const sure = new Map(
    facts.map(({ id }, place) => [id, told?.facts[place]?.freshness?.effective_confidence]),
  )
  return offers.map((offer) => ({ ...offer, confidence: sure.get(offer.id) ?? offer.confidence }))
}

interface Checked {
  readonly facts: readonly { readonly freshness: Freshness | null }[]
}
