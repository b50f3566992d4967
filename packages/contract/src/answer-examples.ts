import type { AddressedAnswer, FactAnswer, SearchAnswer, SessionAnswer } from './answer.ts'

/** Answers that obey every rule, the exact ones by o200k_base included: one of each kind, a search with detail and an empty one. */
export const ANSWER_EXAMPLES = {
  search: {
    contract: 'crc-v1',
    kind: 'search',
    hydrate_tier: 'pointer',
    pointers: [
      {
        id: '12:0',
        score: 0.91,
        epitome: 'Rotate the signing key every 90 days.',
        complete: true,
        reason: 'Exact',
      },
      { id: '3.12:1', score: 0.4, epitome: 'Keep the key before it for a day.', reason: null },
    ],
    cost_estimate: { pointer: 66, summary: 40, full: 90 },
    agent_decision: {
      load_bearing_lane: 'Bm25',
      fused_confidence: null,
      suggested_next_lane: 'None',
      read_pointers: [{ id: '12:0' }],
      missing_terms: ['quorum'],
    },
    next: {
      expand: 'POST /v1/query/fetch-content {"refs":["12:0"],"hydrate":"full"}',
      canonical_slug: '12:0',
      cursor: 'AQAAAAAAAAABAAAACg',
    },
  },
  detailed: {
    contract: 'crc-v1',
    kind: 'search',
    hydrate_tier: 'summary',
    pointers: [
      { id: '12:0', score: 1, epitome: 'Rotate the key.', reason: 'TopicMatch', why: 'rotate, key' },
    ],
    content: [{ id: '12:0', text: 'Rotate the key.', token_count: 4 }],
    cost_estimate: { pointer: 32, summary: 4, full: 9 },
    agent_decision: {
      load_bearing_lane: 'Tie',
      fused_confidence: 0.7,
      suggested_next_lane: 'None',
      lane_attribution: { Bm25: { share: 0.52 }, Indexing: { share: 0.48, confidence: null } },
      read_pointers: [{ id: '12:0' }],
    },
    meta: { backend: 'segments', took_ms: 3 },
  },
  empty: {
    contract: 'crc-v1',
    kind: 'search',
    hydrate_tier: 'pointer',
    pointers: [],
    cost_estimate: { pointer: 0, summary: 0, full: 0 },
    agent_decision: {
      load_bearing_lane: 'Unknown',
      fused_confidence: null,
      suggested_next_lane: 'EscalateEngine',
      read_pointers: [],
      missing_terms: ['quorum'],
    },
    next: { resolution_pointer: '__bootstrap__::resolution:EmptyResult' },
  },
  addressed: {
    contract: 'crc-v1',
    kind: 'addressed',
    hydrate_tier: 'full',
    pointers: [{ id: '12:0', epitome: 'Rotate the key.', complete: true, reason: 'Exact' }],
    content: [{ id: '12:0', text: 'Rotate the key.', token_count: 4 }],
    cost_estimate: { pointer: 25, summary: 4, full: 4 },
    agent_decision: null,
    envelope: { unavailable: [{ id: '9:9', code: 'pointer_gone' }] },
    next: { canonical_slug: '12:0' },
  },
  fact: {
    contract: 'crc-v1',
    kind: 'fact',
    hydrate_tier: 'pointer',
    cost_estimate: { pointer: 40, summary: 3, full: 3 },
    agent_decision: null,
    envelope: {
      freshness: { effective_confidence: 0.9, age_hours: 3, horizon_class: 'stable', superseded_by: null },
      memories_used: [
        {
          fact_id: 'f17',
          topic: 'acme/works_at',
          freshness: {
            effective_confidence: 0.9,
            age_hours: 3,
            horizon_class: 'stable',
            superseded_by: null,
          },
          epitome: 'holds: Initech',
        },
      ],
    },
    next: { expand: 'GET /v1/facts/acme/works_at?hydrate=full', canonical_slug: 'acme/works_at' },
  },
  session: {
    contract: 'crc-v1',
    kind: 'session',
    hydrate_tier: 'full',
    content: [{ id: 'chat-42', text: '{"step":3}', token_count: 5 }],
    cost_estimate: { pointer: 20, summary: 5, full: 5 },
    agent_decision: null,
    next: { canonical_slug: 'chat-42' },
  },
} satisfies Record<string, SearchAnswer | AddressedAnswer | FactAnswer | SessionAnswer>
