import type { Finding } from './finding.ts'
import { pointerOf } from './json-pointer.ts'
import { LIMITS } from './limits.ts'

interface Filter {
  readonly and?: readonly Filter[]
  readonly or?: readonly Filter[]
  readonly not?: Filter
  readonly [condition: string]: unknown
}

/** Whether a filter of the right shape nests too deep or has too many conditions; `steps` lead to it. */
export function filterFindings(filter: unknown, steps: readonly string[]): Finding[] {
  const { depth, conditions } = extent(filter as Filter)
  const finding = (found: string, expected: string): Finding => ({
    pointer: pointerOf(...steps),
    rule: 'filter-bounds',
    message: `found ${found}, expected ${expected}; this passes: {"source":"handbook"}`,
  })
  return [
    ...(depth > LIMITS.filterDepthMax
      ? [
          finding(
            `a filter ${depth} deep`,
            `at most ${LIMITS.filterDepthMax} levels of \`and\`, \`or\` and \`not\``,
          ),
        ]
      : []),
    ...(conditions > LIMITS.filterConditionsMax
      ? [finding(`${conditions} conditions`, `at most ${LIMITS.filterConditionsMax}`)]
      : []),
  ]
}

/** A filter of plain conditions is one deep; each value of a list counts as a condition. */
function extent(filter: Filter): { depth: number; conditions: number } {
  const nested = [...(filter.and ?? []), ...(filter.or ?? []), ...(filter.not ? [filter.not] : [])].map(
    extent,
  )
  const own = Object.entries(filter).filter(([name]) => !['and', 'or', 'not'].includes(name))
  const values = own.map(([, value]) => (Array.isArray(value) ? value.length : 1))
  return {
    depth: 1 + Math.max(0, ...nested.map((one) => one.depth)),
    conditions: [...values, ...nested.map((one) => one.conditions)].reduce((sum, one) => sum + one, 0),
  }
}
