import { LIMITS } from '@cairn/contract/limits'
import { parseFactId, parsePointer } from '@cairn/contract/pointer'
import { parseFactSlug } from '@cairn/contract/slug'
import type { QueryTerms } from '@cairn/text/query'
import { askUpstream } from '../outside/ask-upstream.ts'
import type { Asking } from '../siblings/ask-sibling.ts'
import { isName, readFact, readSession } from './ask-exactly.ts'
import { fetchPassages, searchPassages } from './ask-passages.ts'
import type { Asker } from './gather.ts'
import { coverageMilli, wordsHeldBy } from './query-words.ts'
import { FACTS, SESSIONS, type Source } from './sources.ts'

/** What is asked, of whom, in whose name. */
export interface Round {
  readonly asking: Asking
  readonly query: string
  readonly terms: QueryTerms
  /** How many passages are worth asking for. */
  readonly limit: number
  readonly sources: readonly Source[]
  readonly isNamed: boolean
}

/**
 * Who is asked: a source that can be searched, and one that gives single things where the query names one. Sources of this server are
 * searched together.
 */
export function askersFor(round: Round): readonly Asker[] {
  const own = round.sources.filter(({ upstream }) => upstream === null)
  return [...searching({ ...round, sources: own }), ...naming({ ...round, sources: own }), ...foreign(round)]
}

const idsOf = (sources: readonly Source[]) => sources.map(({ manifest }) => manifest.source_id)

function searching(round: Round): readonly Asker[] {
  const sources = round.sources.filter(({ manifest }) => manifest.capabilities.search)
  if (sources.length === 0) return []
  return [
    {
      sourceIds: idsOf(sources),
      ask: (signal, ms) => searchPassages(round.asking, { ...round, sources, ms }, signal),
    },
  ]
}

function naming(round: Round): readonly Asker[] {
  const { asking, query } = round
  const sources = round.sources.filter(({ manifest }) => manifest.capabilities.exact_get)
  const asked = (id: string) => idsOf(sources).includes(id)
  const askers: Asker[] = []
  if (isPointer(query) && sources.length > 0)
    askers.push({
      sourceIds: idsOf(sources),
      ask: (signal) => fetchPassages(asking, { refs: [query], sources }, signal),
    })
  const slug = parseFactSlug(query)
  if (slug !== null && asked(FACTS))
    askers.push({ sourceIds: [FACTS], ask: (signal) => readFact(asking, query, signal) })
  if (isName(query) && asked(SESSIONS))
    askers.push({ sourceIds: [SESSIONS], ask: (signal) => readSession(asking, query, signal) })
  return askers
}

const isPointer = (text: string): boolean =>
  parseFactId(text) !== null ||
  parsePointer(Number(text.split('.')[0]), text) !== null ||
  parsePointer(null, text) !== null

/** The cheapest sources elsewhere; those past the bound are told as unavailable. */
function foreign({ asking, query, terms, sources }: Round): readonly Asker[] {
  const held = wordsHeldBy(terms)
  const shareOf = (text: string) => coverageMilli(terms, held(text)) / 1000
  const isAsked = ({ manifest: { capabilities }, upstream }: Source) =>
    upstream !== null && (capabilities.search || (capabilities.exact_get && isName(query)))
  const elsewhere = sources.filter(isAsked)
  return elsewhere.map(({ manifest, upstream }, place) => ({
    sourceIds: [manifest.source_id],
    ask: async (signal) => {
      if (place >= LIMITS.contextSourcesMax) throw new Error('more sources elsewhere than are asked at once')
      const kind = manifest.kinds.length === 1 ? manifest.kinds[0]! : 'passage'
      const by = manifest.capabilities.search ? 'search' : 'fetch-content'
      const asked = { sourceId: manifest.source_id, kind, upstream: upstream!, query, by, shareOf } as const
      return await askUpstream(asked, asking.bindings.outside, signal)
    },
  }))
}
