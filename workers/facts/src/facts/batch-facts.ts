import type { FactInput } from '@cairn/fact/fact-input'
import { newFact } from '@cairn/fact/new-fact'
import type { Call, Reply } from '@cairn/http-kernel/call'
import { Problem } from '@cairn/http-kernel/problem'
import { checkFacts } from '@cairn/memory-store/check-facts'
import type { NewFact } from '@cairn/memory-store/stored-fact'
import { consistencyToken } from '@cairn/tenancy/consistency-token'
import { writableNamespace } from '@cairn/tenancy/open-namespace'
import type { FactsBindings } from '../bindings.ts'
import { stateFacts } from './state-facts.ts'
import { written } from './written.ts'

/** States up to 100 facts in one commit, all or none (`POST /v1/facts/batch`); each is told of as if it had been stated alone. */
export async function batchFacts(call: Call<FactsBindings>): Promise<Reply> {
  const { facts: inputs } = call.body as { readonly facts: readonly FactInput[] }
  const facts = inputs.map((input, place) => newFactAt(place, input, call.now))
  const namespace = await writableNamespace(call)
  const pointers = facts.map((_, place) => `/facts/${place}`)
  const stated = await stateFacts(call, { namespace, facts, pointers, seen: null })
  const instants = { asOf: stated.at, recordedAsOf: stated.at, now: call.now }
  const checks = await checkFacts(call.bindings.memory, {
    ns: namespace.ns,
    facts: stated.facts,
    ...instants,
  })
  const told = checks.map((check, place) => {
    if (check.kind !== 'stored') throw new Error('a fact just written is not there')
    return written(check.fact, { existed: stated.facts[place]!.existed, receipt: stated.receipt })
  })
  return { body: { facts: told }, headers: consistencyToken(namespace, stated.version) }
}

/** What is wrong with one of many is told by its place. */
function newFactAt(place: number, input: FactInput, now: number): NewFact {
  try {
    return newFact(input, now)
  } catch (failure) {
    if (!(failure instanceof Problem)) throw failure
    const errors = failure.errors.map((error) => ({
      ...error,
      pointer: `/facts/${place}/${error.pointer.replace(/^\//, '')}`,
    }))
    throw new Problem(failure.code, failure.message, { errors })
  }
}
