import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type ContextShape,
  type ContextShapes,
  checkContext,
  decodeContext,
  encodeContext,
} from './context.ts'

const text = fc.string({ unit: 'grapheme', maxLength: 20 })
const texts = fc.array(text, { maxLength: 4 })
const milli = fc.nat(1000)
const tokens = fc.maxSafeNat()
const count = fc.nat(0xffffffff)
const VALUES: { readonly [S in ContextShape]: fc.Arbitrary<ContextShapes[S]> } = {
  KnowledgeSourceManifestV1: fc.record({
    source_id: text,
    display_name: text,
    kinds: texts,
    capabilities: fc.record({
      search: fc.boolean(),
      exact_get: fc.boolean(),
      delta_sync: fc.boolean(),
      live_query: fc.boolean(),
      graph_edges: fc.boolean(),
    }),
    freshness_typical_ms: tokens,
    cost_class: fc.constantFrom('negligible', 'low', 'medium', 'high'),
  }),
  ContextCandidateV1: fc.record({
    candidate_id: text,
    task_id: text,
    source_id: text,
    kind: text,
    relevance_milli: milli,
    confidence_milli: milli,
    freshness_milli: milli,
    estimated_tokens: tokens,
    content_hash: text,
  }),
  ContextBundleV1: fc.record({
    bundle_id: text,
    task_id: text,
    candidates: texts,
    total_tokens: tokens,
    coverage_milli: milli,
    strategy: text,
  }),
  ContextReceiptV1: fc
    .record({
      receipt_id: text,
      task_id: text,
      bundle_id: text,
      budget: fc.tuple(tokens, tokens),
      candidates: fc.tuple(count, count),
      sources_used: texts,
      degraded_reasons: texts,
    })
    .map(({ budget, candidates, sources_used, degraded_reasons, ...ids }) => ({
      ...ids,
      budget_tokens: Math.max(...budget),
      materialized_tokens: Math.min(...budget),
      candidates_considered: Math.max(...candidates),
      candidates_selected: Math.min(...candidates),
      sources_used,
      degraded_reasons,
    })),
}
const SHAPES = Object.keys(VALUES) as ContextShape[]

test.each(SHAPES)('every %s is valid and comes back from its text as it was', (shape) => {
  fc.assert(
    fc.property(VALUES[shape], (value) => {
      expect(checkContext(shape, value)).toEqual([])
      const encoded = encodeContext(shape, value)
      const decoded = decodeContext(shape, encoded)
      expect(decoded).toEqual({ ok: true, value })
      expect(decoded.ok && encodeContext(shape, decoded.value)).toBe(encoded)
    }),
    { numRuns: 500 },
  )
})

const WRITTEN_OTHERWISE = [
  (digits: string) => `${digits}.0`,
  (digits: string) => `${digits}e0`,
  (digits: string) => `-${digits}`,
  (digits: string) => `0${digits}`,
  (digits: string) => `"${digits}"`,
  (digits: string) => `${digits}9007199254740993`,
]

test.each(SHAPES)('a %s of which one number is written otherwise is refused', (shape) => {
  const change = fc.tuple(VALUES[shape], fc.nat(), fc.constantFrom(...WRITTEN_OTHERWISE))
  fc.assert(
    fc.property(change, ([value, which, otherwise]) => {
      const numbers = Object.entries(value).filter(([, member]) => typeof member === 'number')
      const [name] = numbers[which % numbers.length]!
      const changed = encodeContext(shape, value).replace(
        new RegExp(`("${name}":)(\\d+)`),
        (_, label: string, digits: string) => label + otherwise(digits),
      )
      expect(decodeContext(shape, changed).ok).toBe(false)
    }),
    { numRuns: 500 },
  )
})

test.each(SHAPES)('no text makes the decoder of %s throw', (shape) => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string({ unit: 'binary' })), (source) => {
      expect(decodeContext(shape, source).ok).toBe(false)
    }),
  )
})
