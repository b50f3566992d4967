import type { AddressedAnswer, Pointer, SearchAnswer } from '@cairn/contract/crc-v1'
import { LIMITS } from '@cairn/contract/limits'
import { parseFactId } from '@cairn/contract/pointer'
import { type Asking, askSibling } from '../siblings/ask-sibling.ts'
import { factIdOf, factText, withConfidence } from './fact-offers.ts'
import { Late } from './gather.ts'
import { type Offer, scoresByBest } from './offer.ts'
import { FACTS, type Source } from './sources.ts'

/** What is asked for, and which sources may answer. */
export interface Question {
  readonly query: string
  /** How many passages are worth asking for. */
  readonly limit: number
  readonly sources: readonly Source[]
  /** Whether the caller named them. */
  readonly isNamed: boolean
  /** How long is waited for the answer. */
  readonly ms: number
}

/**
 * Asks search for passages and facts of the sources that can be searched: one ranking, so that scores compare. It is told how long it
 * has, and does without what would take longer; where it says that it did not come to an end, Late is thrown.
 */
export async function searchPassages(
  asking: Asking,
  question: Question,
  signal: AbortSignal,
): Promise<readonly Offer[]> {
  const body = {
    query: question.query,
    limit: question.limit,
    hydrate: 'full',
    detail: 'full',
    deadline_ms: Math.min(LIMITS.deadlineMsMax, Math.max(LIMITS.deadlineMsMin, Math.floor(question.ms))),
    ...filterOf(question),
  }
  const ask = { sibling: 'search', method: 'POST', path: '/v1/query/search', body, signal } as const
  const page = (await askSibling(asking, ask)) as Page
  if (page.envelope?.degraded_reasons?.includes('deadline')) throw new Late()
  const found = offersOf(page, question.sources, asking.bindings.clock())
  return await withConfidence(asking, found, signal)
}

/** Reads what pointers or fact ids name, where their source is among these. */
export async function fetchPassages(
  asking: Asking,
  { refs, sources }: { readonly refs: readonly string[]; readonly sources: readonly Source[] },
  signal: AbortSignal,
): Promise<readonly Offer[]> {
  const body = { refs, hydrate: 'full' }
  const ask = {
    sibling: 'fetchContent',
    method: 'POST',
    path: '/v1/query/fetch-content',
    body,
    signal,
  } as const
  const found = offersOf((await askSibling(asking, ask)) as Page, sources, asking.bindings.clock())
  return await withConfidence(asking, found, signal)
}

/** Named sources are asked for alone, unless facts, which are of no source of the library, are wanted as well. */
function filterOf({ sources, isNamed }: Question): object {
  const ids = sources.map(({ manifest }) => manifest.source_id)
  return isNamed && !ids.includes(FACTS) ? { filter: { source: ids } } : {}
}

function offersOf(answer: Page, sources: readonly Source[], now: number): Offer[] {
  const texts = new Map((answer.content ?? []).map(({ id, text }) => [id, text]))
  const scores = scoresByBest(answer.pointers.map(({ score }) => score ?? null))
  return answer.pointers.flatMap((pointer, rank) => {
    const text = texts.get(pointer.id)
    const source = sourceOf(pointer, sources)
    if (typeof text !== 'string' || source === undefined) return []
    const { source_id, kinds } = source.manifest
    return {
      id: source_id === FACTS ? (factIdOf(pointer.id) ?? pointer.id) : pointer.id,
      sourceId: source_id,
      kind: kinds.length === 1 ? kinds[0]! : 'passage',
      score: scores[rank]!,
      confidence: null,
      ageMs: ageOf(pointer.created_at, now),
      text: source_id === FACTS ? factText(pointer.document, text) : text,
      tokensStated: null,
    }
  })
}

type Page = SearchAnswer | AddressedAnswer

/** A fact is of no source of the library: its slug names an entity. The slug of a document names its source first. */
function sourceOf({ id, reason, document }: Pointer, sources: readonly Source[]): Source | undefined {
  const isFact = reason === 'KeyFact' || parseFactId(id) !== null
  const sourceId = isFact ? FACTS : document?.split('/')[0]
  return sources.find(({ manifest }) => manifest.source_id === sourceId)
}

function ageOf(createdAt: string | undefined, now: number): number | null {
  return createdAt === undefined ? null : Math.max(0, now - Date.parse(createdAt))
}
