import { type ConformantAddressed, type ConformantSearch, safeParse } from '@cairn/contract/crc-v1'
import { LIMITS } from '@cairn/contract/limits'
import { decodeUtf8, joinBytes } from '@cairn/http-kernel/bounded-bytes'
import { parseJson } from '@cairn/http-kernel/json'
import { type OutsideRules, outsideFault } from '@cairn/http-kernel/outside-address'
import { type Offer, scoresByBest } from '../context/offer.ts'
import type { Upstream } from '../context/sources.ts'

/** How another server is asked: `fetch` and the rules of this deployment, and what weighs a text by the words it holds, 0 to 1. */
export interface Outside {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  readonly rules: OutsideRules
}

/** A source whose answers come from elsewhere. */
export interface Foreign {
  readonly sourceId: string
  readonly kind: string
  readonly upstream: Upstream
  readonly query: string
  /** Searched for, or read as the one thing that the query names. */
  readonly by: 'search' | 'fetch-content'
  /** The part of the query's words that a text holds, 0 to 1. */
  readonly shareOf: (text: string) => number
}

/**
 * Asks another CRC-v1 server. Nothing of the caller goes there but the query; redirects, other answers than conformant ones and
 * more than 1 MiB are failures, which throw. Its scores have no common measure with ours and are weighed by the words a text holds.
 */
export async function askUpstream(
  foreign: Foreign,
  outside: Outside,
  signal: AbortSignal,
): Promise<readonly Offer[]> {
  const { upstream, by } = foreign
  const fault = outsideFault(upstream.url, outside.rules)
  if (fault !== null) throw new Error(fault)
  const response = await outside.fetch(`${upstream.url.replace(/\/$/, '')}/v1/query/${by}`, {
    method: 'POST',
    redirect: 'manual',
    headers: headersFor(upstream),
    body: JSON.stringify(questionOf(foreign)),
    signal,
  })
  return offersOf(await answerOf(response, ANSWERS[by]), foreign)
}

const UPSTREAM_HITS = 20
const ANSWERS = { search: 'search', 'fetch-content': 'addressed' } as const

function questionOf({ by, query }: Foreign): object {
  return by === 'search'
    ? { query, limit: UPSTREAM_HITS, hydrate: 'full' }
    : { refs: [query], hydrate: 'full' }
}

function headersFor({ token }: Upstream): Record<string, string> {
  return {
    Accept: 'application/json',
    'Accept-Contract': 'crc-v1',
    'Content-Type': 'application/json',
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
  }
}

type Page = ConformantSearch | ConformantAddressed

async function answerOf(response: Response, kind: Page['kind']): Promise<Page> {
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new Error('another status than 200')
  }
  const parsed = safeParse(parseJson(decodeUtf8(await boundedBody(response))))
  if (!parsed.success || parsed.data.kind !== kind) throw new Error('no CRC-v1 answer of that kind')
  return parsed.data as Page
}

async function boundedBody({ body }: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > LIMITS.upstreamAnswerBytesMax) throw new Error('a larger answer than is read')
    chunks.push(chunk)
  }
  return joinBytes(chunks)
}

function offersOf(answer: Page, { sourceId, kind, shareOf }: Foreign): Offer[] {
  const bodies = new Map((answer.content ?? []).map((item) => [item.id, item]))
  const shown = answer.pointers.slice(0, UPSTREAM_HITS)
  const scores = scoresByBest(shown.map(({ score }) => score ?? null))
  return shown.flatMap(({ id }, rank) => {
    const body = bodies.get(id)
    if (typeof body?.text !== 'string' || body.text === '' || id.length > LIMITS.documentIdLengthMax)
      return []
    return {
      id: `${sourceId}/${id}`,
      sourceId,
      kind,
      score: scores[rank]! * shareOf(body.text),
      confidence: null,
      ageMs: null,
      text: body.text,
      tokensStated: body.token_count ?? null,
    }
  })
}
