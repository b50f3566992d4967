import MiniSearch from 'minisearch'
import { type Peer, TEXTS } from './rank.ts'

/** MiniSearch 7 with its defaults (BM25+, any word), titles twice. */
export const miniSearch: Peer = async ({ texts }) => {
  const index = new MiniSearch({ fields: ['title', 'text'], searchOptions: { boost: { title: 2 } } })
  index.addAll(texts.map(({ title, text }, id) => ({ id, title, text })))
  return async (question) =>
    index
      .search(question)
      .slice(0, TEXTS)
      .map(({ id }) => texts[id as number]!.unit)
}
