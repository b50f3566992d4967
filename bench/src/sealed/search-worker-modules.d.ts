/** The reading side of the search Worker, as `searcher.ts` is bundled with it. */
declare module 'search-worker/*' {
  export const ChunkReader: new (store: unknown, memory: unknown, underWay: Map<string, unknown>) => unknown
  export const IsolateMemory: new () => unknown
  export const copySegments: (chunks: unknown, held: null, catalogue: unknown) => Promise<unknown>
  export const readPage: (
    chunks: unknown,
    view: unknown,
    request: import('@cairn/search-engine/search-request').SearchRequest,
  ) => Promise<import('@cairn/search-engine/search-request').SearchResult>
}
