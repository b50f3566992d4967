import { FACTS_SOURCE } from '@cairn/fact/fact-passage'
import type { Filter } from '@cairn/search-engine/filter'

/** What a look at the index is for: stored facts, passages of documents, or both. */
export type Among = 'facts' | 'passages' | 'both'

/** What is looked for among so much of a namespace; `'nothing'` where there can be none. A namespace without facts costs no filter. */
export function filterAmong(
  among: Among,
  filter: Filter | null,
  { hasFacts }: { readonly hasFacts: boolean },
): Filter | null | 'nothing' {
  if (among === 'facts') return hasFacts ? both(FACTS, filter) : 'nothing'
  return among === 'passages' && hasFacts ? both({ not: FACTS }, filter) : filter
}

const FACTS: Filter = { source: FACTS_SOURCE }

function both(one: Filter, other: Filter | null): Filter {
  return other === null ? one : { and: [one, other] }
}
