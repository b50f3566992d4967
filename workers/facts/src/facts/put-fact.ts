import type { FactInput } from '@cairn/fact/fact-input'
import type { Call, Reply } from '@cairn/http-kernel/call'
import type { FactsBindings } from '../bindings.ts'
import { writeFact } from './write-fact.ts'

/** States a fact at the slug of the address (`PUT /v1/facts/{entity}/{key}`). */
export function putFact(call: Call<FactsBindings>): Promise<Reply> {
  const stated = call.body as Omit<FactInput, 'entity' | 'key'>
  return writeFact(call, { ...stated, entity: call.path.entity!, key: call.path.key! })
}
