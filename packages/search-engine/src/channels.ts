/** The inverted indexes of a segment, in the order they are written. */
export const CHANNELS = ['stem', 'exact', 'gram', 'key', 'entity'] as const
export type IndexChannel = (typeof CHANNELS)[number]

/** The channels BM25 scores, each with its own document frequencies and lengths. */
export const RANKED_CHANNELS = ['stem', 'exact', 'gram'] as const
export type RankedChannel = (typeof RANKED_CHANNELS)[number]

/** The weight a posting most often has, which costs no byte: in half units for ranked channels, a set of bits else. */
export const USUAL_WEIGHT: Readonly<Record<IndexChannel, number>> = {
  stem: 2,
  exact: 2,
  gram: 2,
  key: 1,
  entity: 1,
}

export function isRanked(channel: IndexChannel): channel is RankedChannel {
  return channel !== 'key' && channel !== 'entity'
}
