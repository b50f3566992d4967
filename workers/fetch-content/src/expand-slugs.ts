import { formatPointer, parseFactId, parsePointer } from '@cairn/contract/pointer'
import { type FactAddress, parseFactSlug } from '@cairn/contract/slug'
import { type DocumentPlace, readDocumentPlaces } from '@cairn/memory-store/document-places'
import type { Namespace } from '@cairn/memory-store/namespace'
import { readSlug } from '@cairn/memory-store/read-facts'
import type { SqlDatabase } from '@cairn/memory-store/sql-database'

/** Ids of passages and facts, and slugs that name nothing or, in `gone`, something that was deleted. */
export interface Expanded {
  readonly ids: readonly string[]
  readonly gone: ReadonlySet<string>
}

/**
 * Puts in the place of each slug what it stands for: the pointers of a document, or the ids of the facts that hold. A slug
 * that names both is the document's.
 */
export async function expandSlugs(
  database: SqlDatabase,
  asked: {
    readonly namespace: Namespace
    readonly refs: readonly string[]
    readonly withFacts: boolean
    readonly now: number
  },
): Promise<Expanded> {
  const { namespace, refs, withFacts, now } = asked
  const number = namespace.name === 'default' ? null : namespace.number
  const slugs = new Map<string, FactAddress>()
  for (const ref of refs) {
    const slug = parsePointer(number, ref) === null && parseFactId(ref) === null ? parseFactSlug(ref) : null
    if (slug !== null) slugs.set(ref, slug)
  }
  if (slugs.size === 0) return { ids: refs, gone: new Set() }
  const documents = [...slugs.values()].map(({ entity, key }) => ({ source: entity, id: key }))
  const places = await readDocumentPlaces(database, { ns: namespace.ns, documents })
  const named = await Promise.all(
    [...slugs].map(async ([ref, slug], i): Promise<Named> => {
      const place = places[i]!
      if (place.kind === 'live') return { ref, ids: pointersOf(number, place), isGone: false }
      const facts = withFacts ? await factsOf(database, { ns: namespace.ns, now, ...slug }) : NO_FACTS
      const isGone = facts.ids.length === 0 && (place.kind === 'deleted' || facts.known)
      return { ref, ids: facts.ids.length === 0 ? [ref] : facts.ids, isGone }
    }),
  )
  const idsOf = new Map(named.map(({ ref, ids }) => [ref, ids]))
  return {
    ids: [...new Set(refs.flatMap((ref) => idsOf.get(ref) ?? [ref]))],
    gone: new Set(named.filter(({ isGone }) => isGone).map(({ ref }) => ref)),
  }
}

/** What a slug stands for. */
interface Named {
  readonly ref: string
  readonly ids: readonly string[]
  readonly isGone: boolean
}

function pointersOf(
  namespace: number | null,
  { batch, firstOrdinal, passages }: DocumentPlace & { readonly kind: 'live' },
): string[] {
  return Array.from({ length: passages }, (_, i) =>
    formatPointer(namespace, { batch, ordinal: firstOrdinal + i }),
  )
}

const NO_FACTS = { known: false, ids: [] as readonly string[] }
/** Facts of one slug that are read. */
const FACTS_MAX = 20

async function factsOf(
  database: SqlDatabase,
  at: FactAddress & { readonly ns: number; readonly now: number },
) {
  const read = await readSlug(database, { ...at, asOf: null, recordedAsOf: null, limit: FACTS_MAX })
  return { known: read.known, ids: read.facts.map(({ factId }) => factId) }
}
