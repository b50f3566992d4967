import type {
  LegacyDocument,
  LegacyFact,
  LegacyFacts,
  LegacyFetch,
  LegacyMeta,
  LegacyReadPointer,
  LegacyResult,
  LegacyRetrieve,
  LegacySearch,
  LegacySession,
} from './bodies.ts'

/** What `meta` tells: the name of the backend, when the call began, and the clock to read now; all in milliseconds since the epoch. */
export interface LegacyTiming {
  readonly backend: string
  readonly startedAt: number
  readonly clock: () => number
}

type Found = Partial<Omit<LegacySearch, 'meta' | 'results'>> & Pick<LegacySearch, 'results'>
/** A fact with the time of its storing in milliseconds since the epoch. */
type StoredFact = Omit<LegacyFact, 'stored_at'> & { readonly stored_at: number }

/** The legacy body of a search, its members in the frozen order; lists that are absent are empty. */
export function legacySearch(found: Found, timing: LegacyTiming): LegacySearch {
  return { ...searchOf(found), meta: metaOf(timing) }
}

/** The legacy body of memory/retrieve, its members in the frozen order. */
export function legacyRetrieve(
  found: Found & { readonly facts: readonly StoredFact[] },
  timing: LegacyTiming,
): LegacyRetrieve {
  return { ...searchOf(found), facts: found.facts.map(factOf), meta: metaOf(timing) }
}

/** The legacy body of fetch-content, its members in the frozen order. */
export function legacyFetch(found: Omit<LegacyFetch, 'meta'>, timing: LegacyTiming): LegacyFetch {
  return { documents: found.documents.map(documentOf), missing: [...found.missing], meta: metaOf(timing) }
}

/** The legacy body of a fact read, its members in the frozen order. */
export function legacyFacts(facts: readonly StoredFact[], totalTokens: number): LegacyFacts {
  return { facts: facts.map(factOf), total_tokens: totalTokens }
}

/** The legacy body of a session state read, its members in the frozen order; `updated_at` comes in milliseconds since the epoch. */
export function legacySession(
  session: Omit<LegacySession, 'updated_at'> & { readonly updated_at: number },
): LegacySession {
  return { session_id: session.session_id, state: session.state, updated_at: iso(session.updated_at) }
}

const searchOf = (found: Found): Omit<LegacySearch, 'meta'> => ({
  results: found.results.map(resultOf),
  business_objects: [...(found.business_objects ?? [])],
  read_pointers: (found.read_pointers ?? []).map(readPointerOf),
  nav_path: [...(found.nav_path ?? [])],
})

const resultOf = (result: LegacyResult): LegacyResult => ({
  segment_index: result.segment_index,
  doc_id: result.doc_id,
  score: result.score,
  bm25_score: result.bm25_score,
  cosine_score: result.cosine_score,
  content: result.content,
  tenant_hash: result.tenant_hash,
})

const readPointerOf = (pointer: LegacyReadPointer): LegacyReadPointer => ({
  segment_index: pointer.segment_index,
  doc_id: pointer.doc_id,
})

const documentOf = (document: LegacyDocument): LegacyDocument => ({
  segment_index: document.segment_index,
  doc_id: document.doc_id,
  content: document.content,
})

const factOf = (fact: StoredFact): LegacyFact => ({
  fact_id: fact.fact_id,
  entity: fact.entity,
  key: fact.key,
  value: fact.value,
  confidence: fact.confidence,
  stored_at: iso(fact.stored_at),
  valid_from: fact.valid_from,
  valid_to: fact.valid_to,
  superseded_by: fact.superseded_by,
})

const metaOf = ({ backend, startedAt, clock }: LegacyTiming): LegacyMeta => ({
  backend,
  took_ms: Math.max(0, Math.round(clock() - startedAt)),
})

const iso = (ms: number): string => new Date(ms).toISOString()
