import type { PassageInput } from '../src/passage.ts'

/** For each passage the cosine of its vector with another, 0 where it has none or that is below 0. */
export function naiveDense(passages: readonly PassageInput[], query: Int8Array): number[] {
  return passages.map(({ vector }) => (vector === null ? 0 : Math.max(0, cosine(vector, query))))
}

function cosine(a: Int8Array, b: Int8Array): number {
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))
}

function dot(a: Int8Array, b: Int8Array): number {
  return [...a].reduce((sum, component, i) => sum + component * b[i]!, 0)
}
