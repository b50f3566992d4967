/** One request of the matrix, as data: sent as it is by every side. */
export interface Ask {
  readonly method: string
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly ndjson?: string
}

/** What came back: everything a client can see but the time of day. */
export interface Seen {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** Who asks, and where. */
export interface Side {
  readonly url: string
  readonly token: string
}

/** Sends a request and reads all of the answer. */
export async function send({ url, token }: Side, ask: Ask): Promise<Seen> {
  const address = new URL(`${url}${ask.path}`)
  for (const [name, value] of Object.entries(ask.query ?? {})) address.searchParams.set(name, value)
  const type = ask.ndjson === undefined ? 'application/json' : 'application/x-ndjson'
  const body = ask.ndjson ?? (ask.body === undefined ? null : JSON.stringify(ask.body))
  const response = await fetch(address, {
    method: ask.method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === null ? {} : { 'content-type': type }),
      ...ask.headers,
    },
    body,
  })
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text: await response.text(),
  }
}

/** The answer without what differs between two askings of one question: clocks, random ids, and tags and lengths of bytes that hold them. */
export function settled({ status, headers, text }: Seen): Seen {
  const body = inOneOrder(withoutRandomness(text))
  const kept = Object.entries(headers).filter(([name]) => !VOLATILE.has(name))
  const isTagRandom = body !== text || status === 304
  const named = kept.map(([name, value]) => [
    name,
    name === 'etag' && isTagRandom ? '<tag>' : withoutRandomness(value),
  ])
  return { status, headers: Object.fromEntries(named), text: body }
}

const VOLATILE = new Set([
  'date',
  'server-timing',
  'traceparent',
  'content-length',
  'connection',
  'keep-alive',
])

const RANDOM: readonly (readonly [RegExp, string])[] = [
  [/http:\/\/127\.0\.0\.1:\d+/g, '<service>'],
  [/"took_ms":\d+/g, '"took_ms":0'],
  // First: what is random may end as a receipt or an id does.
  [/(signature|salt)(\\?":\\?")[A-Za-z0-9_-]+/g, '$1$2<random>'],
  [/(\\?")[0-9a-f]{16}(\.\w+)?\1/g, '$1<tag>$2$1'],
  [/\b[0-9a-f]{32}\b/g, '<id>'],
  [/\br[A-Za-z0-9_-]{16}(?![\w-])/g, '<receipt>'],
  [/sha256:[0-9a-f]{64}/g, '<hash>'],
  [/\b[0-9a-f]{8}\.(?=\d+\b)/g, '<epoch>.'],
  // A stored instant is as long as its fraction of a second.
  [/"bytes":\d+/g, '"bytes":0'],
  [/"epoch":"[^"]+"/g, '"epoch":"<epoch>"'],
  [/(cursor(?:\\?"?[:=]\\?"?))[A-Za-z0-9_-]{43}/g, '$1<cursor>'],
  // A cursor is random bytes, and what they cost in tokens wanders with them.
  [/(costs up to |expected at least )\d+/g, '$1<tokens>'],
  [/20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z/g, '<instant>'],
  // An archive holds times as numbers, what salts hide, and a digest of all of it.
  [/"(\w+_at)":\d{13}/g, '"$1":0'],
  [/"salt":"[^"]+"/g, '"salt":"<salt>"'],
  [/"(chain|etag)":"[0-9a-f]{64}"/g, '"$1":"<hash>"'],
  // What a research document is called that came without an id.
  [/\b(src|psg|cit|nb)-[0-9a-f]{16}\b/g, '$1-<id>'],
]

/** An archive is in the order of ids, and some of them are random. */
function inOneOrder(text: string): string {
  if (!text.startsWith('{"n":1,"type":"export"')) return text
  return text
    .replaceAll(/^\{"n":\d+,/gm, '{')
    .split('\n')
    .sort()
    .join('\n')
}

function withoutRandomness(text: string): string {
  return RANDOM.reduce((rest, [pattern, name]) => rest.replaceAll(pattern, name), text)
}
