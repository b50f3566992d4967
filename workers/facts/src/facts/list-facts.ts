import { LIMITS } from '@cairn/contract/limits'
import type { Call, Reply } from '@cairn/http-kernel/call'
import { inNfc } from '@cairn/http-kernel/in-nfc'
import { parameterProblem } from '@cairn/http-kernel/problem'
import { type ListPlace, listFacts as readList, type SlugRange } from '@cairn/memory-store/list-facts'
import type { Namespace } from '@cairn/memory-store/namespace'
import { factHistory } from '@cairn/memory-store/read-facts'
import type { StoredFact } from '@cairn/memory-store/stored-fact'
import { openNamespace } from '@cairn/tenancy/open-namespace'
import type { FactsBindings } from '../bindings.ts'
import { emptyReply, pageReply } from './page-reply.ts'
import { cursorBehind, type Walk, walkOf } from './walk.ts'

/** Reads the facts of an entity, of entities that begin alike, or of all (`GET /v1/facts`), by entity, key and fact time. */
export async function listFacts(call: Call<FactsBindings>): Promise<Reply> {
  const range = rangeOf(call)
  const namespace = await openNamespace(call)
  if (namespace === null) return emptyReply(call, { namespace, asked: askedOf(call), cursor: null })
  const walk = await walkOf(call, namespace)
  const { facts, next } = await readPage(call, { namespace, walk, range })
  const last = next === null ? null : await factAt(call, { namespace, walk, place: next })
  const cursor = last === null ? null : await cursorBehind(call, { namespace, walk, last })
  if (facts.length === 0) return emptyReply(call, { namespace, asked: askedOf(call), cursor })
  return pageReply(call, { namespace, walk, facts, cursor, path: '/v1/facts', slug: null })
}

function rangeOf({ input }: Call<FactsBindings>): SlugRange {
  const { entity, prefix } = input as { readonly entity?: string; readonly prefix?: string }
  if (entity !== undefined && prefix !== undefined)
    throw parameterProblem(
      'contradictory_parameters',
      'prefix',
      '`entity` names one entity and `prefix` many; send one of them.',
    )
  if (entity !== undefined) return { kind: 'entity', entity: inNfc('entity', entity), keyPrefix: '' }
  return prefix === undefined ? { kind: 'all' } : { kind: 'prefix', entityPrefix: inNfc('prefix', prefix) }
}

/** What a list was asked about, for the slug of an answer without facts. */
function askedOf({ input }: Call<FactsBindings>): string {
  const { entity, prefix } = input as { readonly entity?: string; readonly prefix?: string }
  return (entity ?? prefix ?? '*').normalize('NFC')
}

/**
 * A read of the store may pass slugs where nothing holds and come back short: it goes on until the page is full, all is read, or
 * `READS_MAX` trips are made; then the page is short and its cursor leads on.
 */
async function readPage(
  call: Call<FactsBindings>,
  {
    namespace,
    walk,
    range,
  }: { readonly namespace: Namespace; readonly walk: Walk; readonly range: SlugRange },
): Promise<{ readonly facts: readonly StoredFact[]; readonly next: ListPlace | null }> {
  const limit = call.input.limit as number
  const includeSuperseded = call.input.include_superseded as boolean
  const facts: StoredFact[] = []
  let next: ListPlace | null = walk.after
  for (let reads = 0; reads < READS_MAX && facts.length < limit; reads++) {
    const step = { after: next, limit: reads === 0 ? limit : LIMITS.limitMax }
    const request = { ns: namespace.ns, range, includeSuperseded, ...walk.instants, ...step }
    const page = await readList(call.bindings.memory, request)
    facts.push(...page.facts)
    next = page.next
    if (next === null) break
  }
  return facts.length > limit ? { facts: facts.slice(0, limit), next: facts[limit - 1]! } : { facts, next }
}

const READS_MAX = 20

/** The fact that stands for a place in the list: the newest of its slug where the place is behind them all. */
async function factAt(
  { bindings: { memory } }: Call<FactsBindings>,
  {
    namespace,
    walk,
    place,
  }: { readonly namespace: Namespace; readonly walk: Walk; readonly place: ListPlace },
): Promise<{ readonly batch: number; readonly ordinal: number }> {
  if (place.batch !== Number.MAX_SAFE_INTEGER) return place
  const { entity, key } = place
  const all = { asOf: null, recordedAsOf: null, now: walk.began }
  const slug = { ns: namespace.ns, entity, key, before: null, limit: 1, ...all }
  const [newest] = await factHistory(memory, slug)
  if (newest === undefined) throw new Error('a slug that was listed holds nothing')
  return newest
}
