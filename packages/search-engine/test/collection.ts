import { analyseQuery } from '@cairn/text/query'
import { buildSegment } from '../src/build-segment.ts'
import type { PassageInput } from '../src/passage.ts'
import { search } from '../src/search.ts'
import { LANE_NAMES, type SearchRequest, type SearchResult } from '../src/search-request.ts'
import { openSegment } from '../src/segment.ts'
import { passageOf } from './passages.ts'
import { pointersOf } from './pointers.ts'

/** A request; hidden passages by name. */
type Options = Partial<Omit<SearchRequest, 'hidden'>> & { readonly hidden?: Iterable<string> }
type Fields = Partial<PassageInput> & { readonly text: string }

/** Passages in one segment of batch 1; a text alone is a document `d<n>` of its own. */
export class Collection {
  readonly #segment: ReturnType<typeof openSegment>

  constructor(passages: readonly (string | Fields)[]) {
    const inputs = passages.map((fields, n) =>
      passageOf(
        typeof fields === 'string'
          ? { documentId: `d${n}`, text: fields }
          : { documentId: `d${n}`, ...fields },
      ),
    )
    this.#segment = openSegment(buildSegment(inputs, []), 1)
  }

  search(query: string, options: Options & { readonly dead?: readonly string[] } = {}): SearchResult {
    const { dead = [], hidden = [], ...request } = options
    const defaults = { vector: null, filter: null, limit: 10, offset: 0, lanes: LANE_NAMES } as const
    const asked = { ...defaults, query: analyseQuery(query), hidden: pointersOf(hidden), ...request }
    return search([this.#segment], pointersOf(dead), asked)
  }

  /** Texts of the hits, best first. */
  texts(query: string, options: Options = {}): string[] {
    return this.search(query, options).hits.map((hit) => hit.passage.text)
  }

  /** Every hit of a walk, page by page. */
  walk(query: string, limit: number, options: Options = {}): SearchResult['hits'][] {
    const pages: SearchResult['hits'][] = []
    for (let offset: number | null = 0; offset !== null; ) {
      const result: SearchResult = this.search(query, { ...options, limit, offset })
      pages.push(result.hits)
      offset = result.next
    }
    return pages
  }
}
