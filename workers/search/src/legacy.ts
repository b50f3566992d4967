import { legacySearch } from '@cairn/contract/legacy'
import { readPointers } from '@cairn/search-engine/read-pointers'
import type { SearchResult } from '@cairn/search-engine/search-request'

/** The frozen body of before the contract: whole texts, positions for ids. */
export async function legacyBody(tenant: string, found: SearchResult, tookMs: number): Promise<unknown> {
  const tenantHash = await shortHash(tenant)
  return legacySearch({
    results: found.hits.map((hit) => ({
      segmentIndex: hit.batch,
      docId: String(hit.ordinal),
      score: hit.score,
      bm25Score: hit.lanes.Bm25,
      cosineScore: null,
      content: hit.passage.text,
      tenantHash,
    })),
    readPointers: readPointers(found.hits).map((hit) => ({
      segmentIndex: hit.batch,
      docId: String(hit.ordinal),
    })),
    backend: 'segments',
    tookMs,
  })
}

async function shortHash(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return Array.from(digest.subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
