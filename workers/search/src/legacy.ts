import { type LegacyTiming, legacySearch } from '@cairn/contract/legacy'
import { readPointers } from '@cairn/search-engine/read-pointers'
import type { Hit, SearchResult } from '@cairn/search-engine/search-request'

/** The frozen body of before the contract: whole texts, positions for ids. */
export async function legacyBody(
  tenant: string,
  found: SearchResult,
  timing: LegacyTiming,
): Promise<unknown> {
  const tenantHash = await shortHash(tenant)
  const results = found.hits.map((hit) => ({
    ...placeOf(hit),
    score: hit.score,
    bm25_score: hit.lanes.Bm25,
    cosine_score: null,
    content: hit.passage.text,
    tenant_hash: tenantHash,
  }))
  return legacySearch({ results, read_pointers: readPointers(found.hits).map(placeOf) }, timing)
}

function placeOf(hit: Hit): { segment_index: number; doc_id: string } {
  return { segment_index: hit.batch, doc_id: String(hit.ordinal) }
}

async function shortHash(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return Array.from(digest.subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
