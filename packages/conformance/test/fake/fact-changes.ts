import { canonical } from '@cairn/contract/canonical'
import { factSlug } from '@cairn/contract/slug'
import type { Handler } from '@cairn/http-kernel/call'
import { Problem } from '@cairn/http-kernel/problem'
import { type FakeStatement, heldAt, historyOf, notFound, slugOf, state, successorOf } from './facts.ts'
import { once } from './library.ts'
import { type FakeBindings, type FakeFact, type Space, spaceOf } from './space.ts'

/** What is said of facts that are there, in memory. */
export const FACT_CHANGES: Readonly<Record<string, Handler<FakeBindings>>> = {
  batchFacts: async (call) => {
    const { facts } = call.body as { facts: FakeStatement[] }
    const known = spaceOf(call).facts
    if (
      facts.some(({ supersedes }) => supersedes !== undefined && !known.some((f) => f.factId === supersedes))
    )
      throw new Problem('supersedes_conflict', 'There is no such fact.')
    return { body: once(call, () => ({ facts: facts.map((fact) => state(call, fact)) })) }
  },
  retractFact: async (call) => {
    const { fact_id, reason = null } = call.body as { fact_id: string; reason?: string }
    const fact = historyOf(call).find(({ factId }) => factId === fact_id)
    if (fact === undefined) throw notFound()
    const existed = fact.retraction !== null
    fact.retraction ??= { at: call.now, reason }
    const { entity, key, retraction } = fact
    return {
      body: {
        fact_id,
        entity,
        key,
        existed,
        retracted_at: iso(retraction.at),
        reason: retraction.reason,
        canonical_slug: factSlug(entity, key),
      },
    }
  },
  checkFacts: async (call) => {
    const { facts } = call.body as { facts: readonly (FakeStatement & { readonly fact_id?: string })[] }
    const space = spaceOf(call)
    return {
      body: {
        facts: facts.map((asked) => {
          const held = asked.fact_id === undefined ? heldAt(space, asked.entity, asked.key) : null
          const fact = held ?? space.facts.find(({ factId }) => factId === asked.fact_id)
          const isSame = held === null || canonical(held?.value) === canonical(asked.value)
          return {
            fact_id: fact?.factId ?? null,
            canonical_slug: fact === undefined ? null : factSlug(fact.entity, fact.key),
            standing: fact === undefined ? 'unknown' : isSame ? standingOf(space, fact) : 'contradicted',
            superseded_by: null,
            freshness: null,
          }
        }),
      },
    }
  },
  factWhy: async (call) => {
    const space = spaceOf(call)
    const facts = historyOf(call).toReversed()
    if (facts.length === 0) throw notFound()
    const told = facts.map((fact) => ({
      fact_id: fact.factId,
      standing: standingOf(space, fact),
      successor: successorTold(space, fact),
    }))
    const { entity, key } = facts[0]!
    return { body: { canonical_slug: factSlug(entity, key), facts: told, next: {} } }
  },
}

function standingOf(space: Space, fact: FakeFact): string {
  if (fact.retraction !== null) return 'retracted'
  return heldAt(space, fact.entity, fact.key) === fact ? 'current' : 'superseded'
}

function successorTold(space: Space, fact: FakeFact) {
  const fact_id = successorOf(slugOf(space, fact.entity, fact.key), fact)
  return fact_id === null ? null : { fact_id, by: 'order' }
}

const iso = (ms: number) => new Date(ms).toISOString()
