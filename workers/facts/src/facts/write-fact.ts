import type { FactInput } from '@cairn/fact/fact-input'
import { newFact } from '@cairn/fact/new-fact'
import { slugNamed } from '@cairn/fact/slug-named'
import type { Call, Reply } from '@cairn/http-kernel/call'
import { readWritten } from '@cairn/memory-store/read-facts'
import { consistencyToken } from '@cairn/tenancy/consistency-token'
import { writableNamespace } from '@cairn/tenancy/open-namespace'
import type { FactsBindings } from '../bindings.ts'
import { seenSlug } from './seen-slug.ts'
import { slugTag, TAGGED_IDS, writtenTag } from './slug-tag.ts'
import { stateFacts } from './state-facts.ts'
import { written } from './written.ts'

/** States one fact and tells how it stands, as of the moment that was decided: a repeated key is told what it was told at first. */
export async function writeFact(call: Call<FactsBindings>, input: FactInput): Promise<Reply> {
  const fact = newFact(input, call.now)
  const namespace = await writableNamespace(call)
  const seen = await seenSlug(call, namespace, slugNamed(fact))
  const { version, at, facts, receipt } = await stateFacts(call, {
    namespace,
    facts: [fact],
    pointers: [''],
    seen,
  })
  const { factId, existed } = facts[0]!
  const { entity, key } = fact
  const read = await readWritten(call.bindings.memory, {
    ns: namespace.ns,
    factId,
    asOf: at,
    recordedAsOf: at,
    now: call.now,
    slug: { entity, key, now: Math.max(call.now, at ?? namespace.headAt) },
    limit: TAGGED_IDS,
  })
  if (read.fact === null) throw new Error('a fact just written is not there')
  const tag = await slugTag(read.current)
  return {
    body: written(read.fact, { existed, receipt }),
    headers: {
      ...(tag === null ? {} : { ETag: writtenTag(tag) }),
      ...consistencyToken(namespace, version),
    },
  }
}
