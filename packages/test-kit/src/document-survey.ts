import type { IngestTarget, SentDocument } from './interrupted-ingest.ts'

/** `whole`: as it was sent, by every way of reading; `absent`: by none; else what contradicts what. */
export type Presence = 'whole' | 'absent' | `torn: ${string}`

/**
 * How much of a document the service holds: the document itself, all of its passages by pointer, and a search for `word`, which
 * occurs in it alone.
 */
export async function presenceOf(
  target: IngestTarget,
  document: SentDocument,
  word: string,
): Promise<Presence> {
  const stored = await read(
    target,
    `/v1/sources/${target.source}/documents/${encodeURIComponent(document.id)}`,
  )
  const found = await read(target, '/v1/query/search', { query: word, limit: 100 })
  const hits = (found.body.pointers as { id: string }[]).map(({ id }) => id)
  if (stored.status === 404) return hits.length === 0 ? 'absent' : `torn: no document, but hits ${hits}`
  if (stored.body.text !== document.text) return 'torn: another text'
  const pointers = stored.body.pointers as string[]
  const missing = await missingPassages(target, document, pointers)
  if (missing !== null) return `torn: ${missing}`
  return hits.some((hit) => pointers.includes(hit)) ? 'whole' : 'torn: a document that search does not find'
}

async function missingPassages(
  target: IngestTarget,
  document: SentDocument,
  pointers: readonly string[],
): Promise<string | null> {
  const { status, body } = await read(target, '/v1/query/fetch-content', { refs: pointers, hydrate: 'full' })
  if (status !== 200 || body.content.length !== pointers.length) return `not all of ${pointers} can be read`
  const joined = (body.content as { text: string }[]).map(({ text }) => text).join('')
  return bare(joined) === bare(document.text) ? null : 'passages that are not the text'
}

const bare = (text: string) => text.replaceAll(/\s/g, '')

async function read({ url, token }: IngestTarget, path: string, body?: object) {
  const response = await fetch(url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  })
  // biome-ignore lint/suspicious/noExplicitAny: answers of three shapes
  return { status: response.status, body: (await response.json()) as any }
}
