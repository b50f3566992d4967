import { type LegacyTiming, legacySearch } from '@cairn/contract/legacy'
import { readPointers } from '@cairn/search-engine/read-pointers'
import type { Hit } from '@cairn/search-engine/search-request'
import type { ShownHit } from './shown-hits.ts'

/** The frozen body of before the contract: whole texts, positions for ids. */
export async function legacyBody(
  tenant: string,
  shown: readonly ShownHit[],
  timing: LegacyTiming,
): Promise<unknown> {
  return legacySearch(await legacyFound(tenant, shown), timing)
}

/** What the frozen bodies tell of hits: those whose text is still there, and which are worth reading. */
export async function legacyFound(tenant: string, shown: readonly ShownHit[]) {
  const tenantHash = await shortHash(tenant)
  const results = shown.flatMap(({ hit, bodies }) =>
    bodies === null ? [] : [resultOf(hit, bodies.full, tenantHash)],
  )
  return { results, read_pointers: readPointers(shown.map(({ hit }) => hit)).map(placeOf) }
}

function resultOf(hit: Hit, content: string, tenantHash: string) {
  return {
    ...placeOf(hit),
    score: hit.score,
    bm25_score: hit.lanes.Bm25,
    cosine_score: null,
    content,
    tenant_hash: tenantHash,
  }
}

function placeOf(hit: Hit): { segment_index: number; doc_id: string } {
  return { segment_index: hit.batch, doc_id: String(hit.ordinal) }
}

async function shortHash(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return Array.from(digest.subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
