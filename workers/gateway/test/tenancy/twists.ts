import type { Ask } from './ask.ts'
import type { Handles } from './handles.ts'

/** A parameter of an operation as the served description names it. */
export interface Described {
  readonly name: string
  readonly in: string
}

/** The name of the namespace that only the other side fills. */
export const THEIRS = 'theirs'

/**
 * For a parameter that operations have by their sort: the same request with it, naming something of the other side where it names
 * anything. Undefined: the operation's own recipe has to send the parameter.
 */
export function twistsOf(
  { name, in: place }: Described,
  foreign: Handles,
): readonly Partial<Ask>[] | undefined {
  const values = place === 'query' ? QUERY[name] : HEADERS(foreign)[name]
  return values?.map((value) =>
    place === 'query' ? { query: { [name]: value } } : { headers: { [name]: value } },
  )
}

/** The request with a twist. */
export function twisted(ask: Ask, twist: Partial<Ask>): Ask {
  return { ...ask, query: { ...ask.query, ...twist.query }, headers: { ...ask.headers, ...twist.headers } }
}

const QUERY: Readonly<Record<string, readonly string[]>> = {
  namespace: [THEIRS, 'nobodys'],
  contract: ['legacy'],
  hydrate: ['full'],
  consistency: ['bounded'],
}

const HEADERS = ({ sessionTag, consistencyToken, pageTag }: Handles): Record<string, readonly string[]> => ({
  'Accept-Contract': ['legacy'],
  'Idempotency-Key': ['the-key-of-the-other-side'],
  'If-Match': [sessionTag],
  'If-None-Match': [pageTag, '*'],
  'Consistency-Token': [consistencyToken],
})
