import type { Item } from '@cairn/budget/fit-answer'
import type { Pointer } from '@cairn/contract/crc-v1'
import { parseFactId, parsePointer } from '@cairn/contract/pointer'
import { factSlug } from '@cairn/contract/slug'
import { factEpitome } from '@cairn/fact/fact-epitome'
import { standingOf } from '@cairn/fact/fact-standing'
import { readingOf } from '@cairn/fact/reading'
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
  const addresses = refs.map((id) => parsePointer(number, id) ?? parseFactId(id))
  const wanted = addresses.filter((address) => address !== null)
  const reads = (await readPointers(database, { ns: namespace.ns, refs: wanted, now: asked.now })).values()
  return refs.map((id, index) => {
    const read = addresses[index] === null ? null : reads.next().value!
    return read === null || (read.kind === 'fact' && !withFacts)
      ? { kind: 'unknown', id }
      : resolvedOf(id, read, asked.now)
  })
}

/** A pointer names a passage or a fact, a fact id a fact alone. A retracted fact is as good as deleted: its history tells of it. */
function resolvedOf(id: string, read: PointerRead, now: number): Resolved {
  if (read.kind === 'fact')
    return read.fact.retractedAt === null
      ? { kind: 'found', id, stored: read.fact, item: factItem(id, read.fact, now) }
      : { kind: 'gone', id }
  if (parseFactId(id) !== null) return { kind: 'unknown', id }
  if (read.kind === 'passage')
    return { kind: 'found', id, stored: read.passage, item: passageItem(id, read.passage) }
  return { kind: read.kind === 'deleted' ? 'gone' : 'unknown', id }
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

/** What is said of a fact in a few words begins with whether it holds. */
function factItem(id: string, fact: StoredFact, now: number): Item {
  const text = readingOf(fact.value)
  const standing = standingOf(fact, { asOf: null, recordedAsOf: null, now })
  return {
    pointer: {
      id,
      epitome: factEpitome(fact, standing),
      reason: 'Exact',
      document: factSlug(fact.entity, fact.key),
    },
    tokens: { summary: fact.summaryTokens, full: fact.tokens },
    texts: { summary: summarise(text), full: text },
  }
}

function epitomeOf(text: string): Pick<Pointer, 'epitome' | 'complete'> {
  const { epitome, complete } = headEpitome(text)
  return { epitome, ...(complete ? { complete } : {}) }
}
