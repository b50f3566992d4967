import { instantMs } from '@cairn/contract/date-time'
import type { Filter, InstantRange } from '@cairn/search-engine/filter'

/** The members of a filter object as the contract lets them through. */
interface FilterInput {
  readonly source?: string | readonly string[]
  readonly kind?: string | readonly string[]
  readonly tags?: string | readonly string[]
  readonly speaker?: string | readonly string[]
  readonly created_at?: RangeInput
  readonly event_at?: RangeInput
  readonly and?: readonly FilterInput[]
  readonly or?: readonly FilterInput[]
  readonly not?: FilterInput
}
interface RangeInput {
  readonly gte?: string
  readonly lt?: string
}

/** The engine's filter of a validated filter object: all its conditions hold. */
export function filterOf(input: unknown): Filter {
  const { created_at, event_at, and, or, not, ...equal } = input as FilterInput
  const parts: Filter[] = [
    ...Object.entries(equal).map(([name, value]) => ({ [name]: value }) as unknown as Filter),
    ...(created_at === undefined ? [] : [{ created_at: rangeOf(created_at) }]),
    ...(event_at === undefined ? [] : [{ event_at: rangeOf(event_at) }]),
    ...(and === undefined ? [] : [{ and: and.map(filterOf) }]),
    ...(or === undefined ? [] : [{ or: or.map(filterOf) }]),
    ...(not === undefined ? [] : [{ not: filterOf(not) }]),
  ]
  return parts.length === 1 ? parts[0]! : { and: parts }
}

function rangeOf({ gte, lt }: RangeInput): InstantRange {
  return {
    ...(gte === undefined ? {} : { gte: momentOf(gte) }),
    ...(lt === undefined ? {} : { lt: momentOf(lt) }),
  }
}

function momentOf(instant: string): number {
  const at = instantMs(instant)
  if (at === null) throw new Error('the contract let a text pass that is no instant')
  return at
}
