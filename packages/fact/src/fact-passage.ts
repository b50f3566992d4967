import { factSlug } from '@cairn/contract/slug'
import type { NewFact } from '@cairn/memory-store/stored-fact'
import type { PassageInput } from '@cairn/search-engine/passage'
import { readingOf } from './reading.ts'
import { isReserved } from './reserved.ts'

/** The source that facts have in the index; no source of documents has this name. */
export const FACTS_SOURCE = ''

/** What a passage is made of; all of it is known before the commit that gives a fact its id. */
export type IndexedFact = Pick<
  NewFact,
  'entity' | 'key' | 'value' | 'validFrom' | 'observedAt' | 'tokens' | 'summaryTokens'
>

/**
 * A fact as the index takes it: found by entity, key, value and stated date. The same fact always gives the same terms, so burying
 * undoes indexing; `hash` only keeps facts apart that say the same. Of a reserved entity it holds no term: those are read by name.
 */
export function factPassage(fact: IndexedFact, hash: string): PassageInput {
  const slug = factSlug(fact.entity, fact.key)
  const isTold = !isReserved(fact.entity)
  return {
    document: `${FACTS_SOURCE}/${isTold ? slug : ''}`,
    source: FACTS_SOURCE,
    documentId: isTold ? slug : '',
    title: isTold ? fact.entity : '',
    heading: isTold ? fact.key : '',
    speaker: '',
    author: '',
    text: isTold ? readingOf(fact.value) : '',
    summaryTokens: fact.summaryTokens,
    tokens: fact.tokens,
    hash,
    uri: '',
    kind: 'fact',
    tags: [],
    createdAt: null,
    eventAt: isTold ? (fact.validFrom?.at ?? fact.observedAt?.at ?? null) : null,
    index: 0,
    vector: null,
  }
}
