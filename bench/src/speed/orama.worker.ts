import { create, insertMultiple, search } from '@orama/orama'
import { PAGE, serveSubject } from './subject.ts'

/** Orama with its defaults and English stems, any word, titles twice. */
export default serveSubject(() => {
  const index = create({
    schema: { title: 'string', text: 'string' } as const,
    components: { tokenizer: { language: 'english', stemming: true } },
  })
  return {
    load: async (passages) => {
      const documents = Array.from(passages, ({ number, title, text }) => ({ id: `${number}`, title, text }))
      await insertMultiple(index, documents, documents.length)
    },
    ask: async (words) => {
      const { hits } = await search(index, {
        term: words.join(' '),
        properties: ['title', 'text'],
        boost: { title: 2 },
        threshold: 1,
        limit: PAGE,
      })
      return hits.length
    },
  }
})
