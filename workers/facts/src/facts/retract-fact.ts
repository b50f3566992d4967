import { burialSegment } from '@cairn/fact/fact-segment'
import type { Call, Reply } from '@cairn/http-kernel/call'
import { commitRetraction } from '@cairn/memory-store/retract-fact'
import type { StoredFact } from '@cairn/memory-store/stored-fact'
import { consistencyToken } from '@cairn/tenancy/consistency-token'
import type { FactsBindings } from '../bindings.ts'
import { foldSoon } from '../index/fold-segments.ts'
import { backlog } from '../store-problems.ts'
import { type FactNamed, factNamed } from './fact-named.ts'
import { preconditionFailed, seenSlug } from './seen-slug.ts'

/** Says of a fact that it was wrong (`POST …/retract`). A fact retracted before stays as it was then. */
export async function retractFact(call: Call<FactsBindings>): Promise<Reply> {
  const { reason = null } = call.body as { readonly reason?: string }
  const found = await factNamed(call)
  if (found.fact.retractedAt !== null) return told(found, { existed: true, receipt: null })
  const text = reason === null ? null : JSON.stringify(reason)
  const { ns } = found.namespace
  const outcome = await commitRetraction(call.bindings.memory, {
    ns,
    commitId: call.bindings.freshId(),
    requestHash: call.requestHash,
    at: call.now,
    answer: '',
    signer: call.bindings.signerOf(found.namespace),
    factId: found.fact.factId,
    reason: text,
    segment: found.fact.indexed ? burialSegment(found.fact) : null,
    seen: await seenSlug(call, found.namespace, found.named),
  })
  switch (outcome.kind) {
    case 'committed': {
      foldSoon(call, found.namespace, outcome.version)
      const fact = { ...found.fact, retractedAt: outcome.at, retraction: text }
      return told({ ...found, fact }, { ...outcome, existed: false })
    }
    case 'retracted':
      return told(await factNamed(call), { existed: true, receipt: null })
    case 'indexed':
      return retractFact(call)
    case 'precondition':
      throw preconditionFailed()
    case 'backlog':
      throw backlog()
    default:
      throw new Error(`a retraction cannot end as ${outcome.kind}`)
  }
}

function told(
  { namespace, named, fact }: FactNamed,
  {
    existed,
    receipt,
    version,
  }: { readonly existed: boolean; readonly receipt: string | null; readonly version?: number },
): Reply {
  const { entity, key, slug } = named
  const body = {
    fact_id: fact.factId,
    entity,
    key,
    existed,
    retracted_at: new Date(fact.retractedAt!).toISOString(),
    reason: reasonOf(fact),
    canonical_slug: slug,
    receipt,
  }
  return { body, headers: consistencyToken(namespace, version) }
}

/** Why a fact was retracted, as it was said; null where it was not said or not done. */
export function reasonOf({ retraction }: StoredFact): string | null {
  return retraction === null ? null : (JSON.parse(retraction) as string)
}
