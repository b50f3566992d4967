import type { Finding } from './finding.ts'
import { facts, fetch as fetchContent, retrieve, search, session } from './generated/legacy.js'
import { FACTS, FETCH, RETRIEVE, SEARCH, SESSION } from './legacy/schemas.ts'
import { schemaFindings } from './schema-findings.ts'

export type {
  LegacyDocument,
  LegacyFact,
  LegacyFacts,
  LegacyFetch,
  LegacyMeta,
  LegacyReadPointer,
  LegacyResult,
  LegacyRetrieve,
  LegacySearch,
  LegacySession,
} from './legacy/bodies.ts'
export {
  type LegacyTiming,
  legacyFacts,
  legacyFetch,
  legacyRetrieve,
  legacySearch,
  legacySession,
} from './legacy/write.ts'

/** The frozen bodies that callers get who opted out of CRC-v1, as JSON Schemas. */
export const LEGACY_SCHEMAS = {
  search: SEARCH,
  retrieve: RETRIEVE,
  fetch: FETCH,
  facts: FACTS,
  session: SESSION,
} as const

/** The name of a legacy body. */
export type LegacyBody = keyof typeof LEGACY_SCHEMAS

const VALIDATORS = { search, retrieve, fetch: fetchContent, facts, session } as const

/** Judges a body against the frozen shape of that name. */
export function checkLegacy(body: LegacyBody, value: unknown): Finding[] {
  return schemaFindings(VALIDATORS[body], LEGACY_SCHEMAS[body], value)
}
