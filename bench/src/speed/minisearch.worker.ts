import MiniSearch from 'minisearch'
import { PAGE, serveSubject } from './subject.ts'

/** MiniSearch with its defaults (BM25+, any word), titles twice. */
export default serveSubject(() => {
  const index = new MiniSearch({
    idField: 'number',
    fields: ['title', 'text'],
    searchOptions: { boost: { title: 2 } },
  })
  return {
    load: (passages) => {
      for (const passage of passages) index.add(passage)
    },
    ask: (words) => index.search(words.join(' ')).slice(0, PAGE).length,
  }
})
