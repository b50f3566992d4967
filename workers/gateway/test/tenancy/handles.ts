import { type Ask, type Seen, type Side, send } from './ask.ts'

/** What a side has been given that names something of its own: printed by the service, and not to be guessed. */
export interface Handles {
  /** By operation id: the cursor behind the first item of its first page. */
  readonly cursors: Readonly<Record<string, string>>
  readonly pointers: readonly string[]
  readonly factIds: readonly string[]
  readonly sessionTag: string
  readonly commitReceipt: string
  readonly consistencyToken: string
  /** Of a bundle that was gathered. */
  readonly receipt: string
  /** Of an erasure that is done. */
  readonly erasure: string
  /** What was taken from the side's best pointer, and the source it is from. */
  readonly takenPassage: string
  readonly takenSource: string
  /** The ETag of a page of search. */
  readonly pageTag: string
}

/** The first page of each walk; the cursor of the other side is sent with the same request. */
export const FIRST_PAGES: Readonly<Record<string, Ask>> = {
  search: { method: 'POST', path: '/v1/query/search', body: { query: 'signing key', limit: 1 } },
  searchByQuery: { method: 'GET', path: '/v1/query/search', query: { query: 'signing key', limit: '1' } },
  retrieve: { method: 'POST', path: '/v1/memory/retrieve', body: { query: 'signing key', limit: 1 } },
  fetchContent: {
    method: 'POST',
    path: '/v1/query/fetch-content',
    body: { refs: ['REFS'], hydrate: 'full', token_budget: 210 },
  },
  fetchContentByQuery: {
    method: 'GET',
    path: '/v1/query/fetch-content',
    query: { refs: 'REFS', hydrate: 'full', token_budget: '210' },
  },
  listFacts: { method: 'GET', path: '/v1/facts', query: { entity: 'acme', limit: '1' } },
  factHistory: { method: 'GET', path: '/v1/facts/acme/works_at/history', query: { limit: '1' } },
  factWhy: { method: 'GET', path: '/v1/facts/acme/works_at/why', query: { limit: '1' } },
  listSources: { method: 'GET', path: '/v1/sources', query: { limit: '1' } },
  listDocuments: { method: 'GET', path: '/v1/sources/handbook/documents', query: { limit: '1' } },
  listResearchSources: { method: 'GET', path: '/v1/research/sources', query: { limit: '1' } },
  listPassages: { method: 'GET', path: '/v1/research/passages', query: { limit: '1' } },
  listCitations: { method: 'GET', path: '/v1/research/citations', query: { limit: '1' } },
  listNotebooks: { method: 'GET', path: '/v1/research/notebooks', query: { limit: '1' } },
}

/** The first page of a walk; where it names pointers, the first four of the side. */
export function firstPage(operation: string, all: readonly string[]): Ask {
  const pointers = all.slice(0, 4)
  const text = JSON.stringify(FIRST_PAGES[operation]!)
  const refs = FIRST_PAGES[operation]!.body === undefined ? pointers.join(',') : pointers.join('","')
  return JSON.parse(text.replace('REFS', refs)) as Ask
}

/** The page that a cursor leads to. */
export function pageBehind(ask: Ask, cursor: string): Ask {
  if (ask.body === undefined) return { ...ask, query: { ...ask.query, cursor } }
  return { ...ask, body: { ...(ask.body as object), cursor } }
}

const ERASABLE = { entity: 'erased', key: 'k', value: 'to erase' }

/** Reads what a side holds. */
export async function handlesOf(side: Side): Promise<Handles> {
  const page = await read(side, { method: 'GET', path: '/v1/query/search', query: { query: 'signing key' } })
  const pointers = (page.body.pointers as { id: string }[]).map(({ id }) => id)
  const cursors: Record<string, string> = {}
  for (const operation of Object.keys(FIRST_PAGES)) {
    const { body, text } = await read(side, firstPage(operation, pointers))
    const cursor: string | undefined = body.next?.cursor
    if (cursor === undefined) throw new Error(`${operation} has no second page: ${text}`)
    cursors[operation] = cursor
  }
  const facts = await read(side, { method: 'GET', path: '/v1/facts/acme/works_at/history' })
  const bundle = await read(side, {
    method: 'POST',
    path: '/v1/context/bundles',
    body: { task_id: 'handles', query: 'signing key', budget_tokens: 2000 },
  })
  const session = await read(side, { method: 'GET', path: '/v1/sessions/chat-42/history' })
  const written = await read(side, { method: 'PUT', path: '/v1/sessions/receipted/state', body: 1 })
  await read(side, { method: 'POST', path: '/v1/facts/batch', body: { facts: [ERASABLE] } })
  const erasing = { scope: 'entity', entity: ERASABLE.entity }
  const erasure = await read(side, { method: 'POST', path: '/v1/erasures', body: erasing })
  const taking = { pointer: pointers[0] }
  const taken = await read(side, { method: 'POST', path: '/v1/research/passages/from-pointer', body: taking })
  return {
    erasure: erasure.body.id,
    takenPassage: taken.body.id,
    takenSource: taken.body.source_id,
    cursors,
    pointers,
    factIds: (facts.body.envelope.memories_used as { fact_id: string }[]).map(({ fact_id }) => fact_id),
    sessionTag: session.body.versions[0].etag,
    receipt: bundle.body.receipt.receipt_id,
    commitReceipt: written.body.receipt,
    consistencyToken: page.headers['consistency-token']!,
    pageTag: page.headers.etag!,
  }
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked into
async function read(side: Side, ask: Ask): Promise<Seen & { readonly body: any }> {
  const seen = await send(side, ask)
  if (seen.status >= 300) throw new Error(`${ask.method} ${ask.path} answered ${seen.status} ${seen.text}`)
  return { ...seen, body: JSON.parse(seen.text) }
}
