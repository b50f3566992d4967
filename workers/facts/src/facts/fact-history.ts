import type { Call, Reply } from '@cairn/http-kernel/call'
import type { Namespace } from '@cairn/memory-store/namespace'
import { factHistory as readHistory } from '@cairn/memory-store/read-facts'
import { openNamespace } from '@cairn/tenancy/open-namespace'
import type { FactsBindings } from '../bindings.ts'
import { factNotFound } from './fact-not-found.ts'
import { pageReply } from './page-reply.ts'
import { type NamedSlug, slugNamed } from './slug-named.ts'
import { cursorBehind, type Walk, walkOf } from './walk.ts'

/** Reads everything that was ever stated at a slug, newest first (`GET /v1/facts/{entity}/{key}/history`). */
export async function factHistory(call: Call<FactsBindings>): Promise<Reply> {
  const named = slugNamed({ entity: call.path.entity!, key: call.path.key! })
  const namespace = await openNamespace(call)
  if (namespace === null) throw factNotFound()
  const walk = await walkOf(call, namespace)
  const { facts, hasMore } = await readPage(call, { namespace, walk, named })
  if (facts.length === 0 && walk.after === null) throw factNotFound()
  const cursor = hasMore ? await cursorBehind(call, { namespace, walk, last: facts.at(-1)! }) : null
  return pageReply(call, {
    namespace,
    walk,
    facts,
    cursor,
    path: `/v1/facts/${named.slug}/history`,
    slug: named.slug,
  })
}

/** One fact more than asked for says whether there is a next page. */
async function readPage(
  call: Call<FactsBindings>,
  {
    namespace,
    walk,
    named,
  }: { readonly namespace: Namespace; readonly walk: Walk; readonly named: NamedSlug },
) {
  const limit = call.input.limit as number
  const { entity, key } = named
  const request = { ns: namespace.ns, entity, key, before: walk.after, limit: limit + 1, ...walk.instants }
  const facts = await readHistory(call.bindings.memory, request)
  return { facts: facts.slice(0, limit), hasMore: facts.length > limit }
}
