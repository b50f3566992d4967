import { DatabaseSync } from 'node:sqlite'
import { type Peer, TEXTS } from './rank.ts'

/** SQLite FTS5 with `bm25()`, titles twice, any word or, for `trigram`, any three characters in a row of the question. */
export function fts5(tokenizer: 'porter' | 'trigram'): Peer {
  const termsOf = tokenizer === 'porter' ? wordsOf : trigramsOf
  return async ({ texts }) => {
    const database = new DatabaseSync(':memory:')
    database.exec(`create virtual table texts using fts5(title, text, tokenize = '${tokenizer}')`)
    const insert = database.prepare('insert into texts (rowid, title, text) values (?, ?, ?)')
    database.exec('begin')
    for (const [i, { title, text }] of texts.entries()) insert.run(i, title, text)
    database.exec('commit')
    const select = database.prepare(
      `select rowid as id from texts where texts match ? order by bm25(texts, 2.0, 1.0) limit ${TEXTS}`,
    )
    return async (question) => {
      const terms = termsOf(question)
      if (terms.length === 0) return []
      return select
        .all(terms.map((term) => `"${term}"`).join(' OR '))
        .map(({ id }) => texts[Number(id)]!.unit)
    }
  }
}

function wordsOf(question: string): string[] {
  return [...new Set(question.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu))]
}

function trigramsOf(question: string): string[] {
  const trigrams = wordsOf(question).flatMap((word) => {
    const characters = [...word]
    return characters.slice(2).map((_, i) => characters.slice(i, i + 3).join(''))
  })
  return [...new Set(trigrams)]
}
