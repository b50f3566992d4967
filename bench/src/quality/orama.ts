import { create, insertMultiple, search } from '@orama/orama'
import { type Peer, TEXTS } from './rank.ts'

/** Orama 3 with the tokenizer of the language where it ships one (stems in English alone), any word, titles twice. */
export const orama: Peer = async ({ texts }, language) => {
  const name = LANGUAGES[language] ?? 'english'
  const index = create({
    schema: { title: 'string', text: 'string' } as const,
    components: { tokenizer: { language: name, stemming: name === 'english' } },
  })
  const documents = texts.map(({ title, text }, i) => ({ id: String(i), title, text }))
  await insertMultiple(index, documents)
  return async (question) => {
    const found = await search(index, {
      term: question,
      properties: ['title', 'text'],
      boost: { title: 2 },
      threshold: 1,
      limit: TEXTS,
    })
    return found.hits.map(({ id }) => texts[Number(id)]!.unit)
  }
}

const LANGUAGES: Readonly<Record<string, string>> = { ru: 'russian', ar: 'arabic', hi: 'indian' }
