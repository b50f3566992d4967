import type { Embedder } from '@cairn/memory-store/embedder'
import { type Catalogue, readCatalogue } from '@cairn/memory-store/read-catalogue'
import type { StoredFact } from '@cairn/memory-store/stored-fact'
import type { PassageRef } from '@cairn/memory-store/stored-passage'
import { NO_POINTERS, PointerSet } from '@cairn/search-engine/pointer-set'
import { tokenRevoked } from '@cairn/tenancy/open-namespace'
import type { SearchBindings } from './bindings.ts'
import { copySegments } from './copy-segments.ts'
import type { IndexCopy, SegmentCopy } from './index-copies.ts'

/** Whose index to read, and how fresh it must be. */
export interface IndexRequest {
  readonly tenant: string
  readonly namespace: string
  readonly tokenId: string
  readonly url: URL
  readonly now: number
  readonly consistency: { readonly mode: 'strong' | 'bounded'; readonly token: string | null }
  /** The facts that will likely be asked about, by what the copy at hand holds: they are read with the head, in the same trip. */
  readonly likelyFacts: (held: IndexView) => Promise<readonly PassageRef[]>
}

/** An index as of one version: what lived then, and what has died since. */
export interface IndexView {
  /** The namespace's key in the store, and the number its pointers carry. */
  readonly ns: number
  readonly number: number
  readonly epoch: string
  readonly version: number
  /** When the newest version was made, ms. */
  readonly headAt: number
  readonly segments: readonly SegmentCopy[]
  /** Passages that were dead at `version`. */
  readonly dead: PointerSet
  /** Passages that have died after `version`. */
  readonly hidden: PointerSet
  /** Whether any fact was ever stated in the namespace. */
  readonly hasFacts: boolean
  /** What makes the vectors of the namespace; null: nothing does. */
  readonly embedder: Embedder | null
  /** Facts as they stand at the head, as far as they were read with it. */
  readonly facts: readonly StoredFact[]
}

/** How long a copy may serve readers who did not ask for the head. */
const COPY_MS_MAX = 5000

/** The index at its head, or null where nothing was ever written. One D1 trip, none when this isolate's copy is fresh enough for what was asked. */
export async function readHead(bindings: SearchBindings, request: IndexRequest): Promise<IndexView | null> {
  const held = bindings.copies.get(request.tenant, request.namespace)
  if (held !== null && mayServe(held, request)) return viewOf(held)
  const likely = held === null ? [] : await request.likelyFacts(viewOf(held))
  const catalogue = await read(bindings, request, held, { atVersion: null, likely })
  if (catalogue.namespace === null) return null
  const copy = await nextCopy(bindings, { held, catalogue, now: request.now })
  bindings.copies.keep(request.tenant, request.namespace, copy)
  return { ...viewOf(copy), facts: catalogue.facts }
}

/** The index as of an earlier version, for a walk that began there. */
export async function readVersion(
  bindings: SearchBindings,
  request: IndexRequest,
  version: number,
): Promise<IndexView | null> {
  const held = bindings.copies.get(request.tenant, request.namespace)
  const catalogue = await read(bindings, request, held, { atVersion: version, likely: [] })
  const { namespace } = catalogue
  if (namespace === null || version < namespace.collectedThrough) return null
  const stones = catalogue.tombstones
  return {
    ns: namespace.ns,
    number: namespace.number,
    epoch: namespace.epoch,
    version,
    headAt: namespace.headAt,
    segments: await copySegments(bindings.chunks, held, catalogue),
    dead: new PointerSet(stones.filter((stone) => stone.version <= version)),
    hidden: new PointerSet(stones.filter((stone) => stone.version > version)),
    hasFacts: namespace.facts > 0,
    embedder: namespace.embedder,
    facts: [],
  }
}

async function read(
  bindings: SearchBindings,
  request: IndexRequest,
  held: IndexCopy | null,
  { atVersion, likely }: { readonly atVersion: number | null; readonly likely: readonly PassageRef[] },
): Promise<Catalogue> {
  const known = held && {
    epoch: held.epoch,
    seqs: held.segments.map((segment) => segment.seq),
    // As of an earlier version older segments may be read, whose tombstones the copy no longer has.
    tombstonesThrough: atVersion === null ? held.head : 0,
  }
  const catalogue = await readCatalogue(bindings.memory.withSession('first-primary'), {
    tenant: request.tenant,
    name: request.namespace,
    jti: request.tokenId,
    known,
    atVersion,
    withFacts: held && { ns: held.ns, refs: likely, now: Math.max(request.now, held.headAt) },
  })
  if (catalogue.revoked) throw tokenRevoked(request.url)
  return catalogue
}

function mayServe(held: IndexCopy, { consistency, now }: IndexRequest): boolean {
  if (now - held.readAt >= COPY_MS_MAX) return false
  if (consistency.token === null) return consistency.mode === 'bounded'
  const dot = consistency.token.lastIndexOf('.')
  return (
    consistency.token.slice(0, dot) === held.epoch && Number(consistency.token.slice(dot + 1)) <= held.head
  )
}

interface NextCopy {
  readonly held: IndexCopy | null
  readonly catalogue: Catalogue
  readonly now: number
}

async function nextCopy({ chunks }: SearchBindings, { held, catalogue, now }: NextCopy): Promise<IndexCopy> {
  const namespace = catalogue.namespace!
  const kept = held?.epoch === namespace.epoch ? held.tombstones : []
  const builtLeast = Math.min(...catalogue.segments.map((segment) => segment.builtAt))
  const still = kept.filter(({ version }) => version > builtLeast && version <= catalogue.tombstonesAfter)
  const isSame = still.length === held?.tombstones.length && catalogue.tombstones.length === 0
  const tombstones = isSame ? held.tombstones : [...still, ...catalogue.tombstones]
  return {
    ns: namespace.ns,
    number: namespace.number,
    epoch: namespace.epoch,
    head: namespace.head,
    headAt: namespace.headAt,
    hasFacts: namespace.facts > 0,
    embedder: namespace.embedder,
    readAt: now,
    segments: await copySegments(chunks, held, catalogue),
    tombstones,
    dead: isSame ? held.dead : new PointerSet(tombstones),
  }
}

function viewOf(copy: IndexCopy): IndexView {
  return {
    ns: copy.ns,
    number: copy.number,
    epoch: copy.epoch,
    version: copy.head,
    headAt: copy.headAt,
    segments: copy.segments,
    dead: copy.dead,
    hidden: NO_POINTERS,
    hasFacts: copy.hasFacts,
    embedder: copy.embedder,
    facts: [],
  }
}
