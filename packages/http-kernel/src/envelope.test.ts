import { expect, it } from 'vitest'
import { envelope } from './envelope.ts'

it('writes members in the order of the schema, whatever order they were given in', () => {
  const text = JSON.stringify(
    envelope({
      next: { cursor: 'c', expand: 'e' },
      agent_decision: {
        missing_terms: ['x'],
        read_pointers: [{ id: '1:0' }],
        suggested_next_lane: 'None',
        fused_confidence: null,
        load_bearing_lane: 'Bm25',
      },
      cost_estimate: { pointer: 1, summary: 2, full: 3 },
      pointers: [{ reason: 'Exact', complete: true, epitome: 'e', score: 0.123456, id: '1:0' }],
      hydrate_tier: 'pointer',
      kind: 'search',
      contract: 'crc-v1',
    }),
  )
  expect(text).toBe(
    '{"contract":"crc-v1","kind":"search","hydrate_tier":"pointer",' +
      '"pointers":[{"id":"1:0","score":0.1235,"epitome":"e","complete":true,"reason":"Exact"}],' +
      '"cost_estimate":{"pointer":1,"summary":2,"full":3},' +
      '"agent_decision":{"load_bearing_lane":"Bm25","fused_confidence":null,"suggested_next_lane":"None","read_pointers":[{"id":"1:0"}],"missing_terms":["x"]},' +
      '"next":{"expand":"e","cursor":"c"}}',
  )
})

it('drops what is absent or empty, and prints empty pointers, a null decision and null freshness', () => {
  const text = JSON.stringify(
    envelope({
      contract: 'crc-v1',
      kind: 'addressed',
      hydrate_tier: 'full',
      pointers: [],
      content: [],
      cost_estimate: { pointer: 0, summary: 0, full: 0 },
      agent_decision: null,
      envelope: {
        degraded_reasons: [],
        links: {},
        freshness: { effective_confidence: null, age_hours: null, horizon_class: null, superseded_by: null },
      },
      next: { expand: null },
      meta: {},
    }),
  )
  expect(text).toBe(
    '{"contract":"crc-v1","kind":"addressed","hydrate_tier":"full","pointers":[],"content":[],' +
      '"cost_estimate":{"pointer":0,"summary":0,"full":0},"agent_decision":null,' +
      '"envelope":{"freshness":{"effective_confidence":null,"age_hours":null,"horizon_class":null,"superseded_by":null}}}',
  )
})
