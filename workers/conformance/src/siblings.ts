import type { Target } from '@cairn/conformance/target'
import { countTokens } from '@cairn/text/tokens'
import type { ConformanceBindings } from './bindings.ts'
import { reservedTokens } from './reserved-tokens.ts'

/** The siblings as the judge meets them: by service binding, as the reserved tenants. */
export async function siblings(bindings: ConformanceBindings): Promise<Target> {
  return {
    fetcher: (request, worker) => bindings.siblings[worker].fetch(request),
    origin: 'https://conformance.invalid',
    tokens: await reservedTokens(bindings),
    countTokens,
  }
}
