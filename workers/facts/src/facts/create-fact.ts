import type { FactInput } from '@cairn/fact/fact-input'
import type { Call, Reply } from '@cairn/http-kernel/call'
import type { FactsBindings } from '../bindings.ts'
import { writeFact } from './write-fact.ts'

/** States a fact whose slug is in the body (`POST /v1/facts`). */
export function createFact(call: Call<FactsBindings>): Promise<Reply> {
  return writeFact(call, call.body as FactInput)
}
