import { factSlug } from '@cairn/contract/slug'
import type { Call, Reply } from '@cairn/http-kernel/call'
import { commitFacts } from '@cairn/memory-store/commit-facts'
import { factId as idOfFact } from '@cairn/memory-store/fact-row'
import type { Namespace } from '@cairn/memory-store/namespace'
import { getFact } from '@cairn/memory-store/read-facts'
import { recordAnswer } from '@cairn/memory-store/record-answer'
import type { NewFact } from '@cairn/memory-store/stored-fact'
import { consistencyToken } from '@cairn/tenancy/consistency-token'
import { writableNamespace } from '@cairn/tenancy/open-namespace'
import type { FactsBindings } from '../bindings.ts'
import { factsProblem } from '../store-problems.ts'
import type { FactInput } from './fact-input.ts'
import { newFact } from './new-fact.ts'

/**
 * States a fact: the one way that every operation writes one. What says the same as the fact before it in its slug is that fact
 * (`existed`); a repeated Idempotency-Key answers as it did the first time.
 */
export async function writeFact(call: Call<FactsBindings>, input: FactInput): Promise<Reply> {
  const fact = newFact(input, call.now)
  const namespace = await writableNamespace(call)
  const written = await commit(call, namespace, fact)
  const { current, superseded_by } = await standingOf(call, namespace, written)
  const { entity, key } = fact
  const { factId: fact_id, existed, receipt } = written
  return {
    body: {
      fact_id,
      entity,
      key,
      existed,
      current,
      superseded_by,
      canonical_slug: factSlug(entity, key),
      receipt,
    },
    headers: consistencyToken(namespace, written.version),
  }
}

interface Written {
  readonly factId: string
  readonly existed: boolean
  readonly version: number
  /** Of the commit that wrote it, or that kept that it existed; null where it existed and nothing was written. */
  readonly receipt: string | null
  /** When the answer was decided, ms; null: it is decided now. */
  readonly at: number | null
}

/** What a commit keeps of its answer; the id of a new fact is made of the version. */
interface KeptAnswer {
  readonly existing: string | null
}

async function commit(call: Call<FactsBindings>, namespace: Namespace, fact: NewFact): Promise<Written> {
  const { memory, quota, freshId } = call.bindings
  const request = {
    ns: namespace.ns,
    commitId: call.idempotencyKey ?? freshId(),
    requestHash: call.requestHash,
    at: call.now,
    signer: call.bindings.signerOf(namespace),
  }
  const answer = JSON.stringify({ existing: null } satisfies KeptAnswer)
  const outcome = await commitFacts(memory, { ...request, answer, facts: [fact], segment: null, quota })
  switch (outcome.kind) {
    case 'committed':
      return {
        factId: idOfFact(outcome.version, 0),
        existed: false,
        version: outcome.version,
        receipt: outcome.receipt,
        at: outcome.at,
      }
    case 'repeated':
      return earlier(outcome)
    case 'repeat':
      return call.idempotencyKey === null
        ? { factId: outcome.factId, existed: true, version: namespace.head, receipt: null, at: null }
        : keep(call, { ...request, existing: outcome.factId })
    case 'repeat_within':
      throw new Error('one fact cannot repeat another of its commit')
    default:
      throw factsProblem(outcome)
  }
}

/** Keeps under the Idempotency-Key that the fact existed, so that the key answers so for as long as it is kept. */
async function keep(
  { bindings: { memory } }: Call<FactsBindings>,
  {
    existing,
    ...request
  }: Omit<Parameters<typeof recordAnswer>[1], 'answer'> & { readonly existing: string },
): Promise<Written> {
  const answer = JSON.stringify({ existing } satisfies KeptAnswer)
  const outcome = await recordAnswer(memory, { ...request, answer })
  if (outcome.kind === 'conflict_id') throw factsProblem(outcome)
  const { version, receipt, at } = outcome
  return { factId: existing, existed: true, version, receipt, at }
}

function earlier({
  version,
  at,
  answer,
  receipt,
}: {
  readonly version: number
  readonly at: number
  readonly answer: string
  readonly receipt: string | null
}): Written {
  const { existing } = JSON.parse(answer) as KeptAnswer
  return { factId: existing ?? idOfFact(version, 0), existed: existing !== null, version, receipt, at }
}

/** Whether the fact holds, as of the moment the answer was decided: a repeated key is told what it was told at first. */
async function standingOf(
  { bindings: { memory }, now }: Call<FactsBindings>,
  { ns }: Namespace,
  { factId, at }: Written,
): Promise<{ current: boolean; superseded_by: string | null }> {
  const stored = await getFact(memory, { ns, factId, asOf: at, recordedAsOf: at, now })
  if (stored === null) throw new Error('a fact just written is not there')
  return { current: stored.current, superseded_by: stored.supersededBy }
}
