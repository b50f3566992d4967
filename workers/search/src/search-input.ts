import type { Lane, Tier } from '@cairn/contract/crc-v1'
import { LIMITS } from '@cairn/contract/limits'
import type { Call } from '@cairn/http-kernel/call'
import { Problem } from '@cairn/http-kernel/problem'
import type { Filter } from '@cairn/search-engine/filter'
import { type LaneName, WORD_LANES } from '@cairn/search-engine/search-request'
import { filterOf } from './filter-of.ts'

/** What a search was asked for, with its defaults. */
export interface SearchInput {
  readonly query: string
  readonly limit: number
  readonly cursor: string | null
  readonly tier: Tier
  readonly tokenBudget: number | null
  readonly filter: Filter | null
  readonly lanes: readonly LaneName[]
  /** Lanes that were asked for and that this namespace does not have. */
  readonly lanesAbsent: readonly Lane[]
  readonly detail: boolean
  readonly deadlineMs: number
}

/** Reads the validated members of a search. */
export function searchInput(call: Pick<Call<unknown>, 'input' | 'tier'>): SearchInput {
  const { input } = call
  const asked = (input.lanes as readonly Lane[] | undefined) ?? WORD_LANES
  const lanes = WORD_LANES.filter((lane) => asked.includes(lane))
  if (lanes.length === 0)
    throw new Problem(
      'invalid_parameter',
      `This namespace has the lanes ${WORD_LANES.join(', ')}; none of them was asked for.`,
      {
        errors: [
          {
            pointer: '/lanes',
            rule: 'lane_absent',
            message: `expected at least one of ${WORD_LANES.join(', ')}, as in ["Bm25"]`,
          },
        ],
      },
    )
  return {
    query: input.query as string,
    limit: input.limit as number,
    cursor: (input.cursor as string | undefined) ?? null,
    tier: call.tier,
    tokenBudget: (input.token_budget as number | undefined) ?? null,
    filter: input.filter === undefined ? null : filterOf(input.filter),
    lanes,
    lanesAbsent: asked.filter((lane) => !(WORD_LANES as readonly string[]).includes(lane)),
    detail: input.detail === 'full',
    deadlineMs: (input.deadline_ms as number | undefined) ?? LIMITS.deadlineMsMax,
  }
}
