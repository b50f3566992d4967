import type { Freshness } from '@cairn/contract/crc-v1'
import { factSlug } from '@cairn/contract/slug'
import { factFreshness } from '@cairn/fact/fact-freshness'
import { standingOf } from '@cairn/fact/fact-standing'
import { slugNamed } from '@cairn/fact/slug-named'
import type { Call, Reply } from '@cairn/http-kernel/call'
import { storedJson } from '@cairn/http-kernel/stored-json'
import {
  type FactCheck,
  type RememberedFact,
  checkFacts as readChecks,
} from '@cairn/memory-store/check-facts'
import type { FactInstants } from '@cairn/memory-store/fact-row'
import { consistencyToken } from '@cairn/tenancy/consistency-token'
import { openNamespace } from '@cairn/tenancy/open-namespace'
import type { FactsBindings } from '../bindings.ts'
import { instantsOf } from './walk.ts'

type RememberedInput =
  | { readonly fact_id: string }
  | { readonly entity: string; readonly key: string; readonly value: unknown }

/** Tells of up to 500 remembered facts whether each still holds, in the order asked (`POST /v1/facts/check`). */
export async function checkFacts(call: Call<FactsBindings>): Promise<Reply> {
  const { facts: inputs } = call.body as { readonly facts: readonly RememberedInput[] }
  const facts = inputs.map(remembered)
  const namespace = await openNamespace(call)
  const instants = instantsOf(call, Math.max(call.now, namespace?.headAt ?? 0))
  const checks =
    namespace === null
      ? facts.map((): FactCheck => ({ kind: 'unknown' }))
      : await readChecks(call.bindings.memory, { ns: namespace.ns, facts, ...instants })
  const told = checks.map((check, place) => tell(check, facts[place]!, { instants, now: call.now }))
  return { body: { facts: told }, headers: consistencyToken(namespace) }
}

function remembered(input: RememberedInput, place: number): RememberedFact {
  if ('fact_id' in input) return { factId: input.fact_id }
  const { entity, key } = slugNamed(input)
  return { entity, key, value: storedJson(`/facts/${place}/value`, input.value) }
}

interface Told {
  readonly fact_id: string | null
  readonly canonical_slug: string | null
  readonly standing: string
  readonly superseded_by: string | null
  readonly freshness: Freshness | null
}

function tell(
  check: FactCheck,
  asked: RememberedFact,
  { instants, now }: { readonly instants: FactInstants; readonly now: number },
): Told {
  if (check.kind === 'stored') {
    const { fact } = check
    return {
      fact_id: fact.factId,
      canonical_slug: factSlug(fact.entity, fact.key),
      standing: standingOf(fact, instants),
      superseded_by: fact.supersededBy,
      freshness: factFreshness(fact, now),
    }
  }
  return {
    fact_id: 'factId' in asked ? asked.factId : null,
    canonical_slug: 'factId' in asked ? null : factSlug(asked.entity, asked.key),
    standing: check.kind === 'other' ? 'contradicted' : 'unknown',
    superseded_by: check.kind === 'other' ? check.fact.factId : null,
    freshness: null,
  }
}
