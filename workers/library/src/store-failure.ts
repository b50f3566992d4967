import { Problem } from '@cairn/http-kernel/problem'
import { SegmentDamaged } from '@cairn/memory-store/segment-damaged'
import { StoreUnavailable } from '@cairn/memory-store/store-unavailable'

/** The refusal a failure stands for: a Problem is itself, a store out of reach is `unavailable`, anything else `internal`. */
export function refusalOf(failure: unknown): Problem {
  if (failure instanceof Problem) return failure
  if (failure instanceof StoreUnavailable || failure instanceof SegmentDamaged)
    return new Problem('unavailable', 'The store cannot be reached now; send the same request again.', {
      cause: failure,
    })
  return new Problem('internal', 'The service failed.', { cause: failure })
}
