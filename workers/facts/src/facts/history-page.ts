import { type NamedSlug, slugNamed } from '@cairn/fact/slug-named'
import type { Call } from '@cairn/http-kernel/call'
import type { Namespace } from '@cairn/memory-store/namespace'
import { factHistory as readHistory } from '@cairn/memory-store/read-facts'
import type { StoredFact } from '@cairn/memory-store/stored-fact'
import { openNamespace } from '@cairn/tenancy/open-namespace'
import type { FactsBindings } from '../bindings.ts'
import { factNotFound } from './fact-not-found.ts'
import { cursorBehind, type Walk, walkOf } from './walk.ts'

/** One page of everything that was ever stated at a slug, newest first. */
export interface HistoryPage extends NamedSlug {
  readonly namespace: Namespace
  readonly walk: Walk
  readonly facts: readonly StoredFact[]
  /** Of the next page, null at the end. */
  readonly cursor: string | null
}

/** The page that a call asks for. Throws `fact_not_found` where nothing was ever stated. */
export async function readHistoryPage(call: Call<FactsBindings>): Promise<HistoryPage> {
  const named = slugNamed({ entity: call.path.entity!, key: call.path.key! })
  const namespace = await openNamespace(call)
  if (namespace === null) throw factNotFound()
  const walk = await walkOf(call, namespace)
  const limit = call.input.limit as number
  const { entity, key } = named
  const request = { ns: namespace.ns, entity, key, before: walk.after, limit: limit + 1, ...walk.instants }
  const read = await readHistory(call.bindings.memory, request)
  if (read.length === 0 && walk.after === null) throw factNotFound()
  const facts = read.slice(0, limit)
  // One fact more than asked for says that there is a next page.
  const cursor =
    read.length > limit ? await cursorBehind(call, { namespace, walk, last: facts.at(-1)! }) : null
  return { ...named, namespace, walk, facts, cursor }
}
