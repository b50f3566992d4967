import { FACTS_SOURCE } from '@cairn/fact/fact-passage'
import type { Filter } from '@cairn/search-engine/filter'

/** What satisfies a filter and is a fact. */
export function onlyFacts(filter: Filter | null): Filter {
  return both(FACTS, filter)
}

/** What satisfies a filter and is a passage of a document. */
export function onlyPassages(filter: Filter | null): Filter {
  return both({ not: FACTS }, filter)
}

const FACTS: Filter = { source: FACTS_SOURCE }

function both(one: Filter, other: Filter | null): Filter {
  return other === null ? one : { and: [one, other] }
}
