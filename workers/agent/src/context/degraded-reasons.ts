import type { Chosen } from './candidate.ts'

/** What is known about a bundle when it is told what is amiss with it. */
export interface Circumstances {
  readonly candidates: readonly unknown[]
  readonly chosen: readonly Chosen[]
  readonly coverage: number
  readonly isExhausted: boolean
  readonly hasDuplicates: boolean
  readonly hasOverruns: boolean
  readonly failures: readonly string[]
}

/** Why a bundle is less than it might be, sorted, each reason once. */
export function degradedReasons(bundle: Circumstances): string[] {
  const reasons = [
    ...bundle.failures,
    ...(bundle.candidates.length === 0 ? ['no_candidates'] : []),
    ...(bundle.candidates.length > 0 && bundle.isExhausted ? ['budget_exhausted'] : []),
    ...(bundle.coverage < COVERAGE_LOW ? ['low_coverage'] : []),
    ...(bundle.chosen.some(({ candidate }) => candidate.freshnessMilli < STALE_BELOW)
      ? ['stale_candidates']
      : []),
    ...(bundle.hasDuplicates ? ['duplicate_content'] : []),
    ...(bundle.hasOverruns ? ['estimate_overrun'] : []),
  ]
  return [...new Set(reasons)].sort()
}

/** Coverage in thousandths under which a bundle says so, and dear sources are asked. */
export const COVERAGE_LOW = 500
/** Freshness of what is older than is typical of its source. */
const STALE_BELOW = 500
