import type { D1Database } from '@cloudflare/workers-types'
import { passagesBetween } from '../corpus.ts'

const INSERT =
  "insert into texts (rowid, title, text) select value->>'number', value->>'title', value->>'text' from json_each(?)"
const SELECT =
  'select rowid as id, title, text from texts where texts match ? order by bm25(texts, 2.0, 1.0) limit 10'
const BATCH = 1000

/** A plain search Worker over FTS5 in D1: ten rows with their texts as JSON, without tenants, tokens or costs. */
export default {
  async fetch(request: Request, { DB }: { readonly DB: D1Database }): Promise<Response> {
    const url = new URL(request.url)
    if (url.pathname === '/fill') return await fill(DB, Number(url.searchParams.get('count')))
    const { query } = (await request.json()) as { query: string }
    const { results } = await DB.prepare(SELECT).bind(matchOf(query)).all()
    return Response.json({ results })
  },
}

async function fill(database: D1Database, count: number): Promise<Response> {
  await database.prepare("create virtual table texts using fts5(title, text, tokenize = 'porter')").run()
  for (let from = 0; from < count; from += BATCH) {
    const rows = [...passagesBetween(from, Math.min(count, from + BATCH))]
    await database.prepare(INSERT).bind(JSON.stringify(rows)).run()
  }
  await database.prepare("insert into texts (texts) values ('optimize')").run()
  return new Response()
}

/** A phrase as it is, else any word. */
function matchOf(query: string): string {
  if (query.startsWith('"')) return query
  return query
    .split(' ')
    .map((word) => `"${word}"`)
    .join(' OR ')
}
