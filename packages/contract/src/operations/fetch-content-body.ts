import { LIMITS } from '../limits.ts'
import type { JsonSchema } from '../operation.ts'
import { closed, cursor, hydrate, tokenBudget } from './schemas.ts'

const refs: JsonSchema = {
  type: 'array',
  items: { type: 'string', minLength: 1, maxLength: 500, examples: ['1:0'] },
  minItems: 1,
  maxItems: LIMITS.refsMax,
}
/** What a call of fetchContent may say, by name. */
export const fetchInput: Record<string, JsonSchema> = { refs, hydrate, token_budget: tokenBudget, cursor }

/** The body of fetchContent; `next.expand` prints one. */
export const FETCH_CONTENT_BODY: JsonSchema = closed(fetchInput, ['refs'])
