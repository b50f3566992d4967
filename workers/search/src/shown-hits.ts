import { FACTS_SOURCE } from '@cairn/fact/fact-passage'
import { readingOf } from '@cairn/fact/reading'
import type { Call } from '@cairn/http-kernel/call'
import { type PointerRead, readPointers } from '@cairn/memory-store/read-pointers'
import type { StoredFact } from '@cairn/memory-store/stored-fact'
import type { Hit } from '@cairn/search-engine/search-request'
import { summarise } from '@cairn/text/summary'
import type { SearchBindings } from './bindings.ts'
import type { IndexView } from './read-index.ts'

/** A hit that may be shown, and its place on the ranked page. */
export interface ShownHit {
  readonly hit: Hit
  readonly place: number
  /** The fact that it is, as it stands at the head; null: it is a passage. */
  readonly fact: StoredFact | null
  /** The stored texts, byte for byte; null where none was asked for, or a passage was deleted in between. */
  readonly bodies: Bodies | null
}

/** What a hit reads as: the index holds only what a reader sees of it. */
export interface Bodies {
  readonly summary: string
  readonly full: string
}

/** Whether a hit is a stored fact. */
export function isFact({ passage }: Hit): boolean {
  return passage.source === FACTS_SOURCE
}

/**
 * The hits of a ranked page that may be shown: of facts only those that hold, checked against the head of their slug. One trip for
 * all that has to be looked up, none for a page of passages without their bodies.
 */
export async function shownHits(
  { bindings, now }: Pick<Call<SearchBindings>, 'bindings' | 'now'>,
  view: IndexView | null,
  { hits, withBodies }: { readonly hits: readonly Hit[]; readonly withBodies: boolean },
): Promise<ShownHit[]> {
  const known = new Map(view?.facts.map((fact) => [addressOf(fact), { kind: 'fact', fact } as const]))
  const wanted = hits.filter((hit) => (isFact(hit) ? !known.has(addressOf(hit)) : withBodies))
  const refs = wanted.map(({ batch, ordinal }) => ({ batch, ordinal }))
  const reads =
    view === null || refs.length === 0
      ? []
      : await readPointers(bindings.memory, { ns: view.ns, refs, now: Math.max(now, view.headAt) })
  const stored = new Map<string, PointerRead>(known)
  for (const [index, hit] of wanted.entries()) stored.set(addressOf(hit), reads[index]!)
  return hits.flatMap((hit, place) => {
    const read = stored.get(addressOf(hit))
    if (isFact(hit) && !(read?.kind === 'fact' && read.fact.current)) return []
    return [{ hit, place, fact: read?.kind === 'fact' ? read.fact : null, bodies: bodiesOf(read) }]
  })
}

function addressOf({ batch, ordinal }: { readonly batch: number; readonly ordinal: number }): string {
  return `${batch}:${ordinal}`
}

function bodiesOf(read: PointerRead | undefined): Bodies | null {
  if (read?.kind === 'passage') return { summary: read.passage.summary, full: read.passage.text }
  if (read?.kind !== 'fact') return null
  const full = readingOf(read.fact.value)
  return { summary: summarise(full), full }
}
