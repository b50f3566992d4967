import type { Call, Reply } from '@cairn/http-kernel/call'
import { checkFacts } from '@cairn/memory-store/check-facts'
import type { StoredFact } from '@cairn/memory-store/stored-fact'
import { consistencyToken } from '@cairn/tenancy/consistency-token'
import type { FactsBindings } from '../bindings.ts'
import { factReasons } from './fact-reasons.ts'
import { type HistoryPage, readHistoryPage } from './history-page.ts'

/** Tells as data what decides which fact of a slug is current, newest first (`GET …/why`). */
export async function factWhy(call: Call<FactsBindings>): Promise<Reply> {
  const page = await readHistoryPage(call)
  const successors = await successorsOf(call, page)
  const moments = { instants: page.walk.instants, now: call.now }
  const facts = page.facts.map((fact) =>
    factReasons(fact, fact.supersededBy === null ? null : successors.get(fact.supersededBy)!, moments),
  )
  return {
    body: { canonical_slug: page.slug, facts, next: page.cursor === null ? {} : { cursor: page.cursor } },
    headers: consistencyToken(page.namespace),
  }
}

/** The facts that come after those of a page, by id; they may be on another one. */
async function successorsOf(
  { bindings: { memory } }: Call<FactsBindings>,
  { namespace, walk, facts }: HistoryPage,
): Promise<Map<string, StoredFact>> {
  const here = new Map(facts.map((fact) => [fact.factId, fact]))
  const wanted = facts.flatMap(({ supersededBy }) =>
    supersededBy === null || here.has(supersededBy) ? [] : [{ factId: supersededBy }],
  )
  if (wanted.length === 0) return here
  const checks = await checkFacts(memory, { ns: namespace.ns, facts: wanted, ...walk.instants })
  for (const check of checks) if (check.kind === 'stored') here.set(check.fact.factId, check.fact)
  return here
}
