import { resolutionPointer } from '@cairn/contract/resolution'
import { factSlug } from '@cairn/contract/slug'
import { leastFresh, NO_FRESHNESS } from '@cairn/fact/fact-freshness'
import type { Call, Reply } from '@cairn/http-kernel/call'
import type { Namespace } from '@cairn/memory-store/namespace'
import type { StoredFact } from '@cairn/memory-store/stored-fact'
import { consistencyToken } from '@cairn/tenancy/consistency-token'
import type { FactsBindings } from '../bindings.ts'
import { expandCall } from '../expand-call.ts'
import { factAnswer } from './fact-answer.ts'
import { legacyBody } from './legacy-body.ts'
import { memoriesUsed } from './memories.ts'
import { cursorInFull, type Walk } from './walk.ts'

/** A page of at least one fact, as it was read. */
export interface FactsRead {
  readonly namespace: Namespace
  readonly walk: Walk
  readonly facts: readonly StoredFact[]
  /** Of the next page, null at the end. */
  readonly cursor: string | null
  /** The address of the read, without its query. */
  readonly path: string
  /** The slug that was asked for; null where a list was: then it is that of the least fresh fact. */
  readonly slug: string | null
  readonly degraded?: readonly string[]
}

/** A reply whose body is JSON. */
export type BodyReply = Extract<Reply, { readonly body: unknown }>

/** The reply to a read of facts, in the shape that was negotiated. */
export async function pageReply(call: Call<FactsBindings>, read: FactsRead): Promise<BodyReply> {
  const headers = consistencyToken(read.namespace)
  if (call.contract === 'legacy') return { body: legacyBody(read.facts), headers }
  const { fact, freshness } = leastFresh(read.facts, call.now)
  const expand = expandCall(read.path, call.url.searchParams, await cursorInFull(call, read))
  const next = {
    ...(call.tier === 'full' ? {} : { expand }),
    canonical_slug: read.slug ?? factSlug(fact.entity, fact.key),
    ...(read.cursor === null ? {} : { cursor: read.cursor }),
  }
  const { facts, degraded = [], walk } = read
  const memories = memoriesUsed(facts, { now: call.now, instants: walk.instants })
  return { body: factAnswer({ tier: call.tier, facts, memories, freshness, degraded, next }), headers }
}

/** A list that showed no fact. */
export interface NothingRead {
  readonly namespace: Namespace | null
  /** The entity or the prefix it was asked about. */
  readonly asked: string
  /** Where the reading stopped short; null when there is nothing more. */
  readonly cursor: string | null
}

/** The reply to a list that holds no fact, or none yet: then its cursor leads on. */
export function emptyReply(call: Call<FactsBindings>, { namespace, asked, cursor }: NothingRead): Reply {
  const headers = consistencyToken(namespace)
  if (call.contract === 'legacy') return { body: legacyBody([]), headers }
  const next = {
    ...(cursor === null ? { resolution_pointer: resolutionPointer('FactNotFound') } : {}),
    canonical_slug: encodeURIComponent(asked),
    ...(cursor === null ? {} : { cursor }),
  }
  const degraded = cursor === null ? [] : ['read_cap']
  const nothing = { facts: [], memories: [], freshness: NO_FRESHNESS, degraded }
  return { body: factAnswer({ tier: call.tier, ...nothing, next }), headers }
}
