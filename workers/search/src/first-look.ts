import type { PassageRef } from '@cairn/memory-store/stored-passage'
import type { SearchResult } from '@cairn/search-engine/search-request'
import type { IndexView } from './read-index.ts'
import { isFact } from './shown-hits.ts'

/** Ranks the page of a view that begins at an offset. */
export type Rank = (view: IndexView, offset: number) => Promise<SearchResult>

/** A question asked of the copy at hand, so that the facts on its page are checked with the head and not after it. */
export interface FirstLook {
  readonly likelyFacts: (held: IndexView) => Promise<readonly PassageRef[]>
  /** Ranks; what was found on the copy is the page of a head that is the same. */
  readonly rank: Rank
}

/** A first look for one question, whose first page begins at 0. */
export function firstLook(rank: Rank): FirstLook {
  let known: { readonly epoch: string; readonly version: number; readonly ranked: SearchResult } | null = null
  return {
    likelyFacts: async (held) => {
      const { epoch, version } = held
      const ranked = await rank(held, 0)
      known = { epoch, version, ranked }
      return ranked.hits.filter(isFact).map(({ batch, ordinal }) => ({ batch, ordinal }))
    },
    rank: async (view, offset) =>
      offset === 0 && known?.epoch === view.epoch && known.version === view.version
        ? known.ranked
        : rank(view, offset),
  }
}
