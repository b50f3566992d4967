import type { Call, Reply } from '@cairn/http-kernel/call'
import { Problem } from '@cairn/http-kernel/problem'
import { commitReverification } from '@cairn/memory-store/retract-fact'
import { consistencyToken } from '@cairn/tenancy/consistency-token'
import type { FactsBindings } from '../bindings.ts'
import { factNamed } from './fact-named.ts'
import { preconditionFailed, seenSlug } from './seen-slug.ts'

/** Says of a fact that it was found to hold still: its age begins anew (`POST …/reverify`). */
export async function reverifyFact(call: Call<FactsBindings>): Promise<Reply> {
  const { namespace, named, fact } = await factNamed(call)
  if (fact.retractedAt !== null) throw retracted()
  const outcome = await commitReverification(call.bindings.memory, {
    ns: namespace.ns,
    commitId: call.bindings.freshId(),
    requestHash: call.requestHash,
    at: call.now,
    answer: '',
    signer: call.bindings.signerOf(namespace),
    factId: fact.factId,
    seen: await seenSlug(call, namespace, named),
  })
  if (outcome.kind === 'retracted') throw retracted()
  if (outcome.kind === 'precondition') throw preconditionFailed()
  if (outcome.kind !== 'committed') throw new Error(`a reverification cannot end as ${outcome.kind}`)
  const { factId: fact_id, current, supersededBy: superseded_by } = fact
  const { entity, key, slug: canonical_slug } = named
  const reverified_at = new Date(outcome.at).toISOString()
  return {
    body: {
      fact_id,
      entity,
      key,
      reverified_at,
      current,
      superseded_by,
      canonical_slug,
      receipt: outcome.receipt,
    },
    headers: consistencyToken(namespace, outcome.version),
  }
}

function retracted(): Problem {
  return new Problem(
    'fact_retracted',
    'The fact was retracted: what was wrong is not found to hold. State it anew if it holds after all.',
  )
}
