import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'

const FACT = {
  id: '17:0',
  score: 1,
  epitome: 'Holds: Ada works_at = Initech',
  reason: 'KeyFact',
}
const PASSAGE = {
  id: '12:3',
  score: 0.61,
  epitome: 'Ada moved to Initech in spring.',
  complete: true,
}
const BODIES = ['Initech', 'Ada moved to Initech in spring.'] as const

/** Answers to a question about facts and passages together: what holds first, as this service gives them. */
export function retrievedAnswers(): Readonly<Record<string, object>> {
  const pointers = [FACT, PASSAGE]
  const counts = BODIES.map(countTokens)
  const [factTokens, passageTokens] = [counts[0]!, counts[1]!]
  const frame = {
    pointers,
    cost_estimate: {
      pointer: countTokens(JSON.stringify(pointers)),
      summary: factTokens + passageTokens,
      full: factTokens + passageTokens,
    },
    agent_decision: {
      load_bearing_lane: 'Bm25',
      fused_confidence: null,
      suggested_next_lane: 'None',
      read_pointers: [{ id: '17:0' }],
    },
    next: {
      expand: 'POST /v1/query/fetch-content {"refs":["17:0"],"hydrate":"full"}',
      cursor: 'AAEPNPo5AAAAAAAAAQAAAAEAA1TXdFmLCwB3wzMlXCs',
    },
  }
  const opening = { contract: 'crc-v1', kind: 'search' }
  const content = [FACT, PASSAGE].map(({ id }, n) => ({ id, text: BODIES[n]!, token_count: counts[n]! }))
  return {
    'a fact that holds before a passage': { ...opening, hydrate_tier: 'pointer', ...frame },
    'a fact that holds before a passage, with their bodies': {
      ...opening,
      hydrate_tier: 'full',
      ...frame,
      content,
      next: { cursor: frame.next.cursor },
    },
  }
}
