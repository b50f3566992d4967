import { LIMITS } from '@cairn/contract/limits'
import { slugNamed } from '@cairn/fact/slug-named'
import type { Call, Reply } from '@cairn/http-kernel/call'
import { readSlug } from '@cairn/memory-store/read-facts'
import { openNamespace } from '@cairn/tenancy/open-namespace'
import type { FactsBindings } from '../bindings.ts'
import { factNotFound } from './fact-not-found.ts'
import { type BodyReply, pageReply } from './page-reply.ts'
import { answerTag, slugTag } from './slug-tag.ts'
import { walkOf } from './walk.ts'

/** Reads what holds at a slug: one fact, or up to 100 where its cardinality is many (`GET /v1/facts/{entity}/{key}`). */
export async function getFact(call: Call<FactsBindings>): Promise<Reply> {
  const { entity, key, slug } = slugNamed({ entity: call.path.entity!, key: call.path.key! })
  const namespace = await openNamespace(call)
  if (namespace === null) throw factNotFound()
  const walk = await walkOf(call, namespace)
  const limit = LIMITS.limitMax + 1
  const read = await readSlug(call.bindings.memory, {
    ns: namespace.ns,
    entity,
    key,
    limit,
    ...walk.instants,
  })
  if (read.facts.length === 0) throw factNotFound()
  const reply = await pageReply(call, {
    namespace,
    walk,
    facts: read.facts.slice(0, LIMITS.limitMax),
    degraded: read.facts.length > LIMITS.limitMax ? ['read_cap'] : [],
    cursor: null,
    path: `/v1/facts/${slug}`,
    slug,
  })
  return isOfNow(call) ? tagged(reply, await slugTag(read.facts.map(({ factId }) => factId))) : reply
}

function isOfNow({ input }: Call<FactsBindings>): boolean {
  return input.as_of === undefined && input.recorded_as_of === undefined
}

/** With an ETag that a writer can send as `If-Match`: it names what is current, and then this answer. */
async function tagged(reply: BodyReply, tag: string | null): Promise<Reply> {
  if (tag === null) return reply
  return { ...reply, headers: { ...reply.headers, ETag: await answerTag(tag, reply.body) } }
}
