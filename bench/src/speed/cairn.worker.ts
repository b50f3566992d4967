import type { SealedFiles } from '../sealed/sealed-corpus.ts'
import { SealedSearch } from '../sealed/sealed-search.ts'
import { serveSubject } from './subject.ts'

/** The whole search of a page, every lane, over sealed segments in KV, as the search Worker's isolate holds and reads them. */
export default serveSubject(({ SEGMENTS }) => {
  let search: SealedSearch
  return {
    load: () => undefined,
    ready: async () => {
      const files = await SEGMENTS.get<SealedFiles[]>('manifest', 'json')
      search = await SealedSearch.open({ get: (key) => SEGMENTS.get(key, 'arrayBuffer') }, files!)
    },
    ask: async (words, isPhrase) => (await search.search(words, isPhrase)).hits.length,
  }
})
