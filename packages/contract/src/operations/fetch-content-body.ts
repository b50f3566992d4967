import { LIMITS } from '../limits.ts'
import type { JsonSchema } from '../operation.ts'
import { described } from './described.ts'
import { closed, cursor, hydrate, tokenBudget } from './schemas.ts'

/** Of a slug whose every character is four bytes and percent-encoded. */
const SLUG_LENGTH_MAX = 12 * (LIMITS.entityLengthMax + LIMITS.factKeyLengthMax) + 1

const refs: JsonSchema = {
  type: 'array',
  items: { type: 'string', minLength: 1, maxLength: SLUG_LENGTH_MAX, examples: ['1:0'] },
  minItems: 1,
  maxItems: LIMITS.refsMax,
}
/** What a call of fetchContent may say, by name. */
export const fetchInput: Record<string, JsonSchema> = { refs, hydrate, token_budget: tokenBudget, cursor }

/** What each of these is for. */
export const FETCH_WORDS: Record<string, string> = {
  refs: 'Ids this service printed, at most 100: pointers, fact ids, and slugs of documents and facts.',
  hydrate: 'How much of each passage comes along.',
  token_budget: 'The most tokens the whole answer may cost.',
  cursor: 'Where the page before ended, as its `next.cursor` printed it.',
}

/** The body of fetchContent; `next.expand` prints one. */
export const FETCH_CONTENT_BODY: JsonSchema = closed(described(fetchInput, FETCH_WORDS), ['refs'])
