/** Where the walk over facts and that over passages go on; null: that one has ended. */
export interface RetrievePlaces {
  readonly facts: number | null
  readonly passages: number | null
}

/** One position for both, as a cursor carries it; null where both have ended. A walk is shorter than 2^16 − 1. */
export function packPlaces({ facts, passages }: RetrievePlaces): number | null {
  if (facts === null && passages === null) return null
  return (facts ?? ENDED) * PLACES + (passages ?? ENDED)
}

/** The two places of a position; 0 begins both. */
export function unpackPlaces(position: number): RetrievePlaces {
  const placeOf = (packed: number) => (packed === ENDED ? null : packed)
  return { facts: placeOf(Math.floor(position / PLACES)), passages: placeOf(position % PLACES) }
}

const PLACES = 2 ** 16
const ENDED = PLACES - 1
