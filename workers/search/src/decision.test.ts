import type { Hit, SearchResult } from '@cairn/search-engine/search-request'
import { describe, expect, test } from 'vitest'
import { decide } from './decision.ts'

const LANES = ['Bm25', 'Indexing', 'Topology'] as const

function decisionOf(...hits: readonly (readonly [number, number, number, number?])[]) {
  const found = hits.map(([Bm25, Indexing, Topology, Dense = 0]) => ({
    lanes: { Bm25, Indexing, Topology, Dense },
    words: [0],
    passage: { tokens: 1 },
  }))
  const result: SearchResult = {
    hits: found as unknown as Hit[],
    next: null,
    coverage: 1,
    missing: [],
    capped: [],
  }
  return decide(result, { ids: hits.map((_, i) => `1:${i}`), lanes: LANES, detail: true })
}

describe('the shares of the lanes', () => {
  test('are parts of the summed score to three digits, never negative, and sum to one', () => {
    expect(decisionOf([0.9995, 0, 0.0005]).lane_attribution).toEqual({
      Bm25: { share: 1 },
      Indexing: { share: 0 },
      Topology: { share: 0 },
    })
    expect(decisionOf([0.2, 0.2, 0], [0, 0, 0.2]).lane_attribution).toEqual({
      Bm25: { share: 0.333 },
      Indexing: { share: 0.334 },
      Topology: { share: 0.333 },
    })
  })

  test('make the largest one bear the load, and none where two are close', () => {
    expect(decisionOf([0.2, 0.3, 0.5]).load_bearing_lane).toBe('Topology')
    expect(decisionOf([0.45, 0.1, 0.45]).load_bearing_lane).toBe('Tie')
    expect(decisionOf([0.48, 0.1, 0.42]).load_bearing_lane).toBe('Bm25')
    expect(decisionOf([0.2, 0.1, 0.2, 0.5], [0.5, 0, 0, 0.2]).load_bearing_lane).toBe('Tie')
    expect(decisionOf([0.2, 0.1, 0.2, 0.5], [0.3, 0, 0, 0.3]).load_bearing_lane).toBe('Dense')
    expect(decisionOf().load_bearing_lane).toBe('Unknown')
  })
})
