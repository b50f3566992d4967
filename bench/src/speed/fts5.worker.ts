import { PAGE, serveSubject } from './subject.ts'

const INSERT =
  "insert into texts (rowid, title, text) select value->>'number', value->>'title', value->>'text' from json_each(?)"
const SELECT = `select rowid from texts where texts match ? order by bm25(texts, 2.0, 1.0) limit ${PAGE}`
const BATCH = 1000

/** SQLite FTS5 in D1, Porter stems, any word, titles twice; one trip a question. */
export default serveSubject(({ DB }) => ({
  load: async (passages) => {
    await DB.prepare(
      "create virtual table if not exists texts using fts5(title, text, tokenize = 'porter')",
    ).run()
    const rows = [...passages]
    for (let from = 0; from < rows.length; from += BATCH)
      await DB.prepare(INSERT)
        .bind(JSON.stringify(rows.slice(from, from + BATCH)))
        .run()
  },
  ready: async () => {
    await DB.prepare("insert into texts (texts) values ('optimize')").run()
  },
  ask: async (words, isPhrase) => {
    const match = isPhrase ? `"${words.join(' ')}"` : words.map((word) => `"${word}"`).join(' OR ')
    const { results } = await DB.prepare(SELECT).bind(match).all()
    return results.length
  },
}))
