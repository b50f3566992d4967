import { type LegacyTiming, legacySearch } from '@cairn/contract/legacy'
import { readPointers } from '@cairn/search-engine/read-pointers'
import type { Hit, SearchResult } from '@cairn/search-engine/search-request'
import type { Bodies } from './read-bodies.ts'

/** The frozen body of before the contract: whole texts, positions for ids. */
export async function legacyBody(
  tenant: string,
  found: SearchResult & { readonly bodies: readonly (Bodies | undefined)[] },
  timing: LegacyTiming,
): Promise<unknown> {
  const tenantHash = await shortHash(tenant)
  const results = found.hits.flatMap((hit, index) => {
    const body = found.bodies[index]
    return body === undefined ? [] : [resultOf(hit, body.full, tenantHash)]
  })
  return legacySearch({ results, read_pointers: readPointers(found.hits).map(placeOf) }, timing)
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
