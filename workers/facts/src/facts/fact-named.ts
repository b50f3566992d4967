import { type NamedSlug, slugNamed } from '@cairn/fact/slug-named'
import type { Call } from '@cairn/http-kernel/call'
import type { Namespace } from '@cairn/memory-store/namespace'
import { getFact } from '@cairn/memory-store/read-facts'
import type { StoredFact } from '@cairn/memory-store/stored-fact'
import { openNamespace } from '@cairn/tenancy/open-namespace'
import type { FactsBindings } from '../bindings.ts'
import { factNotFound } from './fact-not-found.ts'

/** A stored fact that a call names by slug and id. */
export interface FactNamed {
  readonly namespace: Namespace
  readonly named: NamedSlug
  readonly fact: StoredFact
}

/** The fact of the address's slug whose id is in the body. Throws `fact_not_found` where the slug has none of that id. */
export async function factNamed(call: Call<FactsBindings>): Promise<FactNamed> {
  const named = slugNamed({ entity: call.path.entity!, key: call.path.key! })
  const { fact_id: factId } = call.body as { readonly fact_id: string }
  const namespace = await openNamespace(call)
  if (namespace === null) throw factNotFound()
  const fact = await getFact(call.bindings.memory, {
    ns: namespace.ns,
    factId,
    asOf: null,
    recordedAsOf: null,
    now: call.now,
  })
  if (fact === null || fact.entity !== named.entity || fact.key !== named.key) throw factNotFound()
  return { namespace, named, fact }
}
