import { PointerSet } from '../src/pointer-set.ts'

/** The set of passages named as "batch:ordinal". */
export function pointersOf(names: Iterable<string>): PointerSet {
  return new PointerSet(
    Array.from(names, (name) => {
      const [batch, ordinal] = name.split(':').map(Number)
      return { batch: batch!, ordinal: ordinal! }
    }),
  )
}
