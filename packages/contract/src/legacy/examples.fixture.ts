import { legacyFacts, legacyFetch, legacyRetrieve, legacySearch, legacySession } from './write.ts'

const timing = { backend: 'segments', startedAt: 1_000, clock: () => 1_007.4 }
const at = Date.UTC(2026, 10, 30, 9, 30)
const result = {
  content: 'Rotate the signing key every 90 days — "früh" genug.\n',
  tenant_hash: '9f86d081884c7d65',
  cosine_score: null,
  bm25_score: 7.25,
  score: 0.91,
  doc_id: 'handbook/guide/keys',
  segment_index: 12,
}
const fact = {
  superseded_by: null,
  valid_to: null,
  valid_from: '2024-03',
  stored_at: at,
  confidence: 0.9,
  value: 'Initech',
  key: 'works_at',
  entity: 'acme',
  fact_id: 'f17',
}

/** A body for each golden file, its values given in another order than the frozen one. */
export const LEGACY_EXAMPLES = {
  search: legacySearch(
    {
      nav_path: ['handbook', 'guide'],
      read_pointers: [{ doc_id: 'handbook/guide/keys', segment_index: 12 }],
      business_objects: [{ type: 'team', name: 'Platform' }],
      results: [result, { ...result, bm25_score: null, cosine_score: 0.5, score: 1e-7, segment_index: 0 }],
    },
    timing,
  ),
  'search-empty': legacySearch({ results: [] }, { ...timing, clock: () => 999 }),
  retrieve: legacyRetrieve({ facts: [fact], results: [result] }, timing),
  fetch: legacyFetch(
    { missing: ['9:9'], documents: [{ content: '漢字 😀 \u2028', doc_id: 'notes/1', segment_index: 3 }] },
    timing,
  ),
  facts: legacyFacts(
    [
      fact,
      {
        ...fact,
        fact_id: 'f9',
        value: { b: [1, null], a: true },
        confidence: null,
        valid_from: null,
        valid_to: '2024-03',
        superseded_by: 'f17',
      },
    ],
    11,
  ),
  session: legacySession({
    updated_at: at,
    state: { step: 3, plan: ['search', 'read'] },
    session_id: 'chat-42',
  }),
} as const
