import type { Item } from '@cairn/budget/fit-answer'
import type { Pointer } from '@cairn/contract/crc-v1'
import { formatPointer } from '@cairn/contract/pointer'
import { factSlug } from '@cairn/contract/slug'
import { CONTRACT_VERSION } from '@cairn/contract/version'
import { factEpitome } from '@cairn/fact/fact-epitome'
import type { Call } from '@cairn/http-kernel/call'
import type { StoredFact } from '@cairn/memory-store/stored-fact'
import type { Hit, SearchResult } from '@cairn/search-engine/search-request'
import { windowEpitome } from '@cairn/text/epitome'
import type { QueryTerms } from '@cairn/text/query'
import { TOKEN_PROFILE } from '@cairn/text/tokens'
import type { SearchBindings } from './bindings.ts'
import { decide, resolutionOf } from './decision.ts'
import type { LanesRun } from './lanes-for.ts'
import type { IndexView } from './read-index.ts'
import type { PageFrame } from './search-answer.ts'
import type { SearchInput } from './search-input.ts'
import { isFact, type ShownHit } from './shown-hits.ts'

/** A ranked page and all that was asked and found around it. */
export interface SearchPage {
  readonly call: Call<SearchBindings>
  readonly input: SearchInput
  readonly query: QueryTerms
  readonly found: SearchResult
  /** The hits of `found`, with what the store has of them. */
  readonly shown: readonly ShownHit[]
  /** The receipts of the commits that the hits came in, by version; none unless detail was asked for. */
  readonly receipts: ReadonlyMap<number, string>
  /** Null where nothing was ever written, or the deadline passed first. */
  readonly view: IndexView | null
  readonly late: boolean
  /** What ran, and what of it was asked for in vain. */
  readonly lanes: LanesRun
  readonly tookMs: number
}

/** The hits of a page as pointers with their costs, and with the bodies its tier needs. */
export function itemsOf(page: SearchPage): Item[] {
  return page.shown.map((shown) => ({
    pointer: pointerOf(page, shown),
    tokens: { summary: shown.hit.passage.summaryTokens, full: shown.hit.passage.tokens },
    texts: shown.bodies ?? {},
  }))
}

/** What stands around the pointers. */
export function frameOf(page: SearchPage, items: readonly Item[]): PageFrame {
  const { call, input, found } = page
  const ids = items.map((item) => item.pointer.id)
  return {
    tier: input.tier,
    items,
    decision: decide(found, { ids, lanes: page.lanes.lanes, detail: input.detail }),
    resolution: page.late ? 'Timeout' : resolutionOf(found),
    degraded: degradedReasons(page),
    receipts: page.shown.map(({ hit }) => page.receipts.get(hit.batch) ?? null),
    inNamespace: call.url.searchParams.has('namespace') ? `?namespace=${call.namespace}` : '',
    inConsole: input.detail ? consolePage(page) : null,
    canonicalSlug: clearAnswer(found.hits),
    envelope: input.detail
      ? { autonomy_consumed: { capability: 'query:read', cost_credits: 0, scope: call.namespace } }
      : {},
    meta: input.detail ? diagnostics(page) : null,
  }
}

function consolePage({ call, input }: SearchPage): string {
  return `/console/search?${new URLSearchParams({ q: input.query, namespace: call.namespace })}`
}

function pointerOf({ query, input, view, call }: SearchPage, { hit, fact }: ShownHit): Pointer {
  const namespace = call.namespace === 'default' ? null : view!.number
  return {
    id: formatPointer(namespace, hit),
    score: Math.round(hit.score * 1000) / 1000,
    ...(fact === null ? passageSaid(hit, query, input) : factSaid(fact)),
    ...(input.detail ? { document: slugOf(hit), why: whyOf(hit, query), ...madeAt(hit) } : {}),
  }
}

function passageSaid(hit: Hit, query: QueryTerms, { detail }: SearchInput) {
  const { epitome, complete } = windowEpitome(hit.passage.text, query, hit.passage.tokens)
  return {
    epitome,
    ...(complete ? { complete } : {}),
    ...(hit.reason === 'TopicMatch' && !detail ? {} : { reason: hit.reason }),
    ...(hit.copies > 1 ? { copies: hit.copies } : {}),
  }
}

function madeAt({ passage: { createdAt } }: Hit): { readonly created_at?: string } {
  return createdAt === null ? {} : { created_at: new Date(createdAt).toISOString() }
}

/** Only facts that hold are shown. */
function factSaid(fact: StoredFact) {
  return { epitome: factEpitome(fact, 'current'), reason: 'KeyFact' as const }
}

/** In the service's own words; how many, never which: stored and asked text stays out of it. */
function whyOf(hit: Hit, query: QueryTerms): string {
  const found = `holds ${hit.words.length} of ${query.words.length} words asked for`
  if (isFact(hit)) return `a stored fact that is current; ${found}`
  if (hit.words.length === 0 && hit.lanes.Dense > 0)
    return `its vector is near that of the question; ${found}`
  if (hit.reason === 'Exact') return `the query names it or quotes it; ${found}`
  return hit.reason === 'EntityMatch' ? `its title, author, speaker or key matches; ${found}` : found
}

function degradedReasons({ late, found, lanes, query }: SearchPage): string[] {
  const capped = query.truncated ? [...found.capped, 'work_cap' as const] : found.capped
  const reasons = [...capped, ...lanes.degraded, ...(late ? ['deadline'] : [])]
  return [...new Set(reasons)].sort()
}

/** The slug of the one document that the query names, when it names one. */
function clearAnswer(hits: readonly Hit[]): string | null {
  const exact = new Set(hits.filter((hit) => hit.reason === 'Exact').map((hit) => hit.passage.document))
  const first = hits[0]
  if (first?.reason !== 'Exact' || exact.size !== 1) return null
  return slugOf(first)
}

/** Facts have their slug for document id. */
function slugOf(hit: Hit): string {
  const { source, documentId } = hit.passage
  return isFact(hit) ? documentId : factSlug(source, documentId)
}

function diagnostics({ tookMs, found, view }: SearchPage): Record<string, unknown> {
  return {
    backend: 'segments',
    took_ms: tookMs,
    score_space: 'fused',
    coverage: Math.round(found.coverage * 1000) / 1000,
    token_profile: TOKEN_PROFILE,
    contract_version: CONTRACT_VERSION,
    bandit_variant: 'three-channels-3',
    version: view?.version ?? 0,
  }
}
