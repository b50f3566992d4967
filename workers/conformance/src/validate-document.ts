import { validateCrcV1 } from '@cairn/contract/validate'
import type { Call, Reply } from '@cairn/http-kernel/call'
import { countTokens } from '@cairn/text/tokens'
import type { ConformanceBindings } from './bindings.ts'

/** Judges the body as a CRC-v1 document: `{conformant, cairn, findings}` (`POST /v1/conformance/validate`). Nothing is stored. */
export async function validateDocument({ body }: Call<ConformanceBindings>): Promise<Reply> {
  return { body: validateCrcV1(body, { countTokens }) }
}
