import { expect, test } from 'vitest'
import { wholeManifest } from './manifest.ts'

test('an empty manifest has every member at its default', () => {
  expect(wholeManifest('handbook', {})).toEqual({
    source_id: 'handbook',
    display_name: '',
    kinds: [],
    capabilities: {
      search: false,
      exact_get: false,
      delta_sync: false,
      live_query: false,
      graph_edges: false,
    },
    freshness_typical_ms: 0,
    cost_class: 'negligible',
  })
})

test('stated members stay, and the order of what was sent does not matter', () => {
  const sent = { cost_class: 'high', kinds: ['doc'], display_name: 'Handbook' } as const
  expect(JSON.stringify(wholeManifest('h', sent))).toBe(
    '{"source_id":"h","display_name":"Handbook","kinds":["doc"],"capabilities":{"search":false,"exact_get":false,' +
      '"delta_sync":false,"live_query":false,"graph_edges":false},"freshness_typical_ms":0,"cost_class":"high"}',
  )
})
