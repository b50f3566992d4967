import type { Lane, Tier } from '@cairn/contract/crc-v1'
import { LIMITS } from '@cairn/contract/limits'
import type { Call } from '@cairn/http-kernel/call'
import type { Filter } from '@cairn/search-engine/filter'
import { filterOf } from './filter-of.ts'
import type { LanesAsked } from './lanes-for.ts'

/** What a search was asked for, with its defaults. */
export interface SearchInput extends LanesAsked {
  readonly query: string
  readonly limit: number
  readonly cursor: string | null
  readonly tier: Tier
  readonly tokenBudget: number | null
  readonly filter: Filter | null
  readonly detail: boolean
  readonly deadlineMs: number
}

/** Reads the validated members of a search. */
export function searchInput(call: Pick<Call<unknown>, 'input' | 'tier'>): SearchInput {
  const { input } = call
  return {
    query: input.query as string,
    limit: input.limit as number,
    cursor: (input.cursor as string | undefined) ?? null,
    tier: call.tier,
    tokenBudget: (input.token_budget as number | undefined) ?? null,
    filter: input.filter === undefined ? null : filterOf(input.filter),
    lanes: (input.lanes as readonly Lane[] | undefined) ?? null,
    embedding: (input.embedding as readonly number[] | undefined) ?? null,
    detail: input.detail === 'full',
    deadlineMs: (input.deadline_ms as number | undefined) ?? LIMITS.deadlineMsMax,
  }
}
