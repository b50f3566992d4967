import { LIMITS } from '@cairn/contract/limits'
import { passageHash } from '@cairn/contract/research'
import { FACTS_SOURCE } from '@cairn/fact/fact-passage'
import { readingOf } from '@cairn/fact/reading'
import { getFact } from '@cairn/memory-store/read-facts'
import type { SqlDatabase } from '@cairn/memory-store/sql-database'
import type { OwnDocument } from './own-document.ts'

/** Which fact of a namespace, and when it is looked at, ms. */
export interface FactAsked {
  readonly ns: number
  readonly factId: string
  readonly now: number
}

/**
 * A stored fact as evidence: its text is its value, as fetch-content reads it. Null once it was retracted or superseded, for then it is no
 * longer what was said; one that has ended, or is yet to begin, is evidence of what it states still.
 */
export async function readOwnFact(
  db: SqlDatabase,
  { ns, factId, now }: FactAsked,
): Promise<OwnDocument | null> {
  const fact = await getFact(db, { ns, factId, asOf: null, recordedAsOf: null, now })
  if (fact === null || fact.retractedAt !== null || fact.supersededBy !== null) return null
  const text = readingOf(fact.value)
  return {
    source: FACTS_SOURCE,
    id: factId,
    batch: fact.batch,
    title: titleOf(fact),
    recordedAt: fact.recordedAt,
    text,
    messages: null,
    contentHash: await passageHash(text),
  }
}

/** Two names may be longer together than a title is. */
function titleOf({ entity, key }: { readonly entity: string; readonly key: string }): string {
  const whole = `${entity} ${key}`
  return [...whole].length <= LIMITS.titleLengthMax ? whole : entity
}
