import type { Item } from '@cairn/budget/fit-answer'
import type { Pointer } from '@cairn/contract/crc-v1'
import { parseFactId, parsePointer } from '@cairn/contract/pointer'
import { factSlug } from '@cairn/contract/slug'
import type { Namespace } from '@cairn/memory-store/namespace'
import { type PointerRead, readPointers } from '@cairn/memory-store/read-pointers'
import type { SqlDatabase } from '@cairn/memory-store/sql-database'
import type { StoredFact } from '@cairn/memory-store/stored-fact'
import type { StoredPassage } from '@cairn/memory-store/stored-passage'
import { headEpitome } from '@cairn/text/epitome'
import type { DocumentFormat } from '@cairn/text/passages'
import { readableText } from '@cairn/text/readable-text'
import { summarise } from '@cairn/text/summary'

/** A ref that can be read. */
export interface Found {
  readonly kind: 'found'
  readonly id: string
  readonly item: Item
  readonly stored: StoredPassage | StoredFact
}

/** What became of each ref. */
export type Resolved = Found | { readonly kind: 'gone' | 'unknown'; readonly id: string }

/**
 * Resolves ids this service printed, in the order asked: pointers of passages and, where facts may be read, fact ids.
 * What names nothing in this namespace is unknown.
 */
export async function resolveRefs(
  database: SqlDatabase,
  asked: {
    readonly namespace: Namespace | null
    readonly refs: readonly string[]
    readonly withFacts: boolean
    readonly now: number
  },
): Promise<Resolved[]> {
  const { namespace, refs, withFacts } = asked
  if (namespace === null) return refs.map((id) => ({ kind: 'unknown', id }))
  const number = namespace.name === 'default' ? null : namespace.number
  const addresses = refs.map((id) => parsePointer(number, id) ?? (withFacts ? parseFactId(id) : null))
  const wanted = addresses.filter((address) => address !== null)
  const reads = (await readPointers(database, { ns: namespace.ns, refs: wanted, now: asked.now })).values()
  return refs.map((id, index) =>
    addresses[index] === null ? { kind: 'unknown', id } : resolvedOf(id, reads.next().value),
  )
}

/** A pointer names passages and a fact id names facts; the other way round is unknown. */
function resolvedOf(id: string, read: PointerRead | undefined): Resolved {
  const namesFact = parseFactId(id) !== null
  if (read?.kind === 'passage' && !namesFact)
    return { kind: 'found', id, stored: read.passage, item: passageItem(id, read.passage) }
  if (read?.kind === 'fact' && namesFact)
    return { kind: 'found', id, stored: read.fact, item: factItem(id, read.fact) }
  return { kind: read?.kind === 'deleted' && !namesFact ? 'gone' : 'unknown', id }
}

function passageItem(id: string, passage: StoredPassage): Item {
  return {
    pointer: {
      id,
      ...epitomeOf(readableText(passage.text, passage.format as DocumentFormat)),
      reason: 'Exact',
      document: slugOf(passage),
    },
    tokens: { summary: passage.summaryTokens, full: passage.tokens },
    texts: { summary: passage.summary, full: passage.text },
  }
}

function slugOf({ source, documentId }: StoredPassage): string {
  return factSlug(source, documentId)
}

function factItem(id: string, fact: StoredFact): Item {
  const value: unknown = JSON.parse(fact.value)
  const text = typeof value === 'string' ? value : fact.value
  return {
    pointer: { id, ...epitomeOf(text), reason: 'Exact' },
    tokens: { summary: fact.summaryTokens, full: fact.tokens },
    texts: { summary: summarise(text), full: text },
  }
}

function epitomeOf(text: string): Pick<Pointer, 'epitome' | 'complete'> {
  const { epitome, complete } = headEpitome(text)
  return { epitome, ...(complete ? { complete } : {}) }
}
