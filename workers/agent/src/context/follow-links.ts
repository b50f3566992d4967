import { LIMITS } from '@cairn/contract/limits'
import type { QueryTerms } from '@cairn/text/query'
import { type Asking, askSibling } from '../siblings/ask-sibling.ts'
import { fetchPassages } from './ask-passages.ts'
import type { Asker } from './gather.ts'
import type { Offer } from './offer.ts'
import { wordsHeldBy } from './query-words.ts'
import { FACTS, SESSIONS, type Source } from './sources.ts'

/** What was asked, and of whom. */
export interface Trail {
  readonly asking: Asking
  readonly terms: QueryTerms
  readonly sources: readonly Source[]
}

/**
 * Who follows links from what was found: nobody where nothing was, or no source that was asked has `graph_edges`. Of the sources that
 * have them, those past the bound are told as unavailable.
 */
export function linkAskers({ asking, terms, sources }: Trail, found: readonly Offer[]): readonly Asker[] {
  const own = sources.filter(isOfDocuments)
  const linking = idsOf(own.filter(({ manifest }) => manifest.capabilities.graph_edges))
  const readable = idsOf(own.filter(isReadable))
  const best = bestOf(found.filter(({ sourceId }) => readable.includes(sourceId)))
  if (linking.length === 0 || best.length === 0) return []
  const followed = linking.slice(0, LIMITS.contextLinkingSourcesMax)
  const trail = { asking, terms, sources: own, best, linking: followed, readable }
  const past = linking.slice(LIMITS.contextLinkingSourcesMax)
  return [
    { sourceIds: followed, ask: (signal) => followLinks(trail, signal) },
    ...(past.length === 0 ? [] : [{ sourceIds: past, ask: tooMany }]),
  ]
}

const idsOf = (sources: readonly Source[]) => sources.map(({ manifest }) => manifest.source_id)

const isOfDocuments = ({ manifest: { source_id }, upstream }: Source): boolean =>
  upstream === null && source_id !== FACTS && source_id !== SESSIONS

/** What gives passages at all: one by a search, or one by its name. */
const isReadable = ({ manifest: { capabilities } }: Source): boolean =>
  capabilities.search || capabilities.exact_get

async function tooMany(): Promise<never> {
  throw new Error('more sources have links than are followed at once')
}

function bestOf(found: readonly Offer[]): Offer[] {
  const byId = new Map([...found].sort((a, b) => a.score - b.score).map((offer) => [offer.id, offer]))
  return [...byId.values()]
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .slice(0, LIMITS.contextLinksFromMax)
}

/** What a linked passage is worth of the one that leads to it: as much as ranking gives a reply of what it replies to. */
const LINK_SHARE = 0.4

interface Following extends Trail {
  readonly best: readonly Offer[]
  readonly linking: readonly string[]
  readonly readable: readonly string[]
}

/** Of each document that links lead to the passage that holds most words of the query, the first of equals. */
async function followLinks(
  { asking, terms, sources, best, linking, readable }: Following,
  signal: AbortSignal,
): Promise<readonly Offer[]> {
  const body = { pointers: best.map(({ id }) => id), linking, readable }
  const ask = { sibling: 'library', method: 'POST', path: '/v1/context/links', body, signal } as const
  const { links } = (await askSibling(asking, ask)) as Links
  const refs = links.flatMap(({ pointers }) => pointers)
  if (refs.length === 0) return []
  const fetched = await fetchPassages(asking, { refs, sources }, signal)
  const held = wordsHeldBy(terms)
  const words = new Map(fetched.map((offer) => [offer.id, held(offer.text).size]))
  const scores = new Map(best.map(({ id, score }) => [id, score]))
  return links.flatMap(({ from, pointers }) => {
    const passages = fetched.filter(({ id }) => pointers.includes(id))
    const most = Math.max(...passages.map(({ id }) => words.get(id)!))
    const passage = passages.find(({ id }) => words.get(id) === most)
    return passage === undefined ? [] : [{ ...passage, score: LINK_SHARE * scores.get(from)! }]
  })
}

interface Links {
  readonly links: readonly { readonly from: string; readonly pointers: readonly string[] }[]
}
