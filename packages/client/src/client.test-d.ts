import type { AddressedAnswer, FactAnswer, SearchAnswer, SessionAnswer, Tier } from '@cairn/contract/crc-v1'
import type { LegacyFacts, LegacySearch } from '@cairn/contract/legacy'
import type { ARCHIVE_OPERATIONS } from '@cairn/contract/operations/archive'
import type { CONTEXT_OPERATIONS } from '@cairn/contract/operations/context'
import type { EMBEDDER_OPERATIONS } from '@cairn/contract/operations/embedder'
import type { FACT_OPERATIONS, SESSION_OPERATIONS } from '@cairn/contract/operations/facts'
import type { LIBRARY_OPERATIONS } from '@cairn/contract/operations/library'
import type { QUERY_OPERATIONS } from '@cairn/contract/operations/query'
import type { RECEIPT_OPERATIONS } from '@cairn/contract/operations/receipts'
import type { RESEARCH_OPERATIONS } from '@cairn/contract/operations/research'
import type {
  BOOTSTRAP_OPERATIONS,
  CONFORMANCE_OPERATIONS,
  GATEWAY_OPERATIONS,
} from '@cairn/contract/operations/service'
import {
  type Client,
  createClient,
  type DocumentInput,
  type FactName,
  type NotebookExport,
  type Refused,
  type SearchInput,
} from './index.ts'

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const holds = <_ extends true>(): void => {}
type Given<M extends keyof Client> = Client[M] extends (input: infer I, ...rest: never) => unknown ? I : never
type Answer<M extends keyof Client> = Client[M] extends (...all: never) => Promise<infer A> ? A : never

type All =
  | (typeof QUERY_OPERATIONS)[number]
  | (typeof FACT_OPERATIONS)[number]
  | (typeof SESSION_OPERATIONS)[number]
  | (typeof LIBRARY_OPERATIONS)[number]
  | (typeof EMBEDDER_OPERATIONS)[number]
  | (typeof RECEIPT_OPERATIONS)[number]
  | (typeof CONTEXT_OPERATIONS)[number]
  | (typeof RESEARCH_OPERATIONS)[number]
  | (typeof ARCHIVE_OPERATIONS)[number]
  | (typeof BOOTSTRAP_OPERATIONS)[number]
  | (typeof CONFORMANCE_OPERATIONS)[number]
  | (typeof GATEWAY_OPERATIONS)[number]
type Example<Id extends All['id']> = Extract<All, { id: Id }> extends { bodyExample: infer E } ? E : never
type Told<Id extends All['id']> = Extract<All, { id: Id }>['success'] extends { example: infer E } ? E : never
type IsIn<A, B> = [A] extends [B] ? true : false

// Every operation has a method; the two asked in the address are asked by POST.
holds<Same<Exclude<All['id'], keyof Client>, 'searchByQuery' | 'fetchContentByQuery'>>()

// What the contract gives as an example can be sent, and what it shows as an answer is of the type answered.
holds<IsIn<Example<'search'>, SearchInput>>()
holds<IsIn<Example<'createFact'>, Given<'createFact'>>>()
holds<IsIn<Example<'putSource'>, Given<'putSource'>['manifest']>>()
holds<IsIn<Example<'addDocuments'>, DocumentInput>>()
holds<IsIn<Told<'putFact'>, Answer<'putFact'>>>()
holds<IsIn<Example<'batchFacts'>, Given<'batchFacts'>>>()
holds<IsIn<Example<'checkFacts'>, Given<'checkFacts'>>>()
holds<IsIn<Example<'retractFact'> & FactName, Given<'retractFact'>>>()
holds<IsIn<Example<'reverifyFact'> & FactName, Given<'reverifyFact'>>>()
holds<IsIn<Told<'factWhy'>, Answer<'factWhy'>>>()
holds<IsIn<Told<'checkFacts'>, Answer<'checkFacts'>>>()
holds<IsIn<Told<'batchFacts'>, Answer<'batchFacts'>>>()
holds<IsIn<Told<'retractFact'>, Answer<'retractFact'>>>()
holds<IsIn<Told<'reverifyFact'>, Answer<'reverifyFact'>>>()
holds<IsIn<Told<'putSessionState'>, Answer<'putSessionState'>>>()
holds<IsIn<Told<'sessionHistory'>, Answer<'sessionHistory'>>>()
holds<IsIn<Told<'deleteSessionState'>, Answer<'deleteSessionState'>>>()
holds<IsIn<Told<'putSource'>, Answer<'putSource'>>>()
holds<IsIn<Told<'getSource'>, Answer<'getSource'>>>()
holds<IsIn<Told<'listSources'>, Answer<'listSources'>>>()
holds<IsIn<Told<'deleteSource'>, Answer<'deleteSource'>>>()
holds<IsIn<Told<'addDocuments'>, Answer<'addDocument'>>>()
holds<IsIn<Told<'listDocuments'>, Answer<'listDocuments'>>>()
holds<IsIn<Told<'getDocument'>, Answer<'getDocument'>>>()
holds<IsIn<Told<'deleteDocument'>, Answer<'deleteDocument'>>>()
holds<IsIn<Example<'contextBundle'>, Given<'contextBundle'>>>()
holds<IsIn<Example<'createResearchSource'>, Given<'createResearchSource'>>>()
holds<IsIn<Told<'getResearchSource'>, Answer<'getResearchSource'>>>()
holds<IsIn<Example<'createPassage'>, Given<'createPassage'>>>()
holds<IsIn<Told<'getPassage'>, Answer<'getPassage'>>>()
holds<IsIn<Example<'createCitation'>, Given<'createCitation'>>>()
holds<IsIn<Told<'getCitation'>, Answer<'getCitation'>>>()
holds<IsIn<Example<'createNotebook'>, Given<'createNotebook'>>>()
holds<IsIn<Told<'getNotebook'>, Answer<'getNotebook'>>>()
holds<IsIn<Told<'listResearchSources'>, Answer<'listResearchSources'>>>()
holds<IsIn<Told<'listPassages'>, Answer<'listPassages'>>>()
holds<IsIn<Told<'listCitations'>, Answer<'listCitations'>>>()
holds<IsIn<Told<'listNotebooks'>, Answer<'listNotebooks'>>>()
holds<IsIn<Example<'passageFromPointer'>, Given<'passageFromPointer'>>>()
holds<IsIn<Told<'deleteNotebook'>, Answer<'deleteNotebook'>>>()
holds<IsIn<Told<'checkNotebook'>, Answer<'checkNotebook'>>>()
holds<IsIn<Told<'getEmbedder'>, Answer<'getEmbedder'>>>()
holds<IsIn<Told<'putEmbedder'>, Answer<'putEmbedder'>>>()
holds<IsIn<Told<'usage'>, Answer<'usage'>>>()
holds<IsIn<Example<'startErasure'>, Given<'startErasure'>>>()
holds<IsIn<Told<'startErasure'>, Answer<'startErasure'>>>()
holds<IsIn<Told<'listNamespaces'>, Answer<'listNamespaces'>>>()
holds<IsIn<Told<'maintenanceStep'>, Answer<'maintenanceStep'>>>()
holds<IsIn<Told<'getReceipt'>, Answer<'getReceipt'>>>()
holds<IsIn<Told<'receiptVerification'>, Answer<'receiptVerification'>>>()
holds<IsIn<Told<'listCheckpoints'>, Answer<'listCheckpoints'>>>()
holds<IsIn<Told<'receiptKeys'>, Answer<'receiptKeys'>>>()
holds<IsIn<Told<'listTopics'>, Answer<'listTopics'>>>()
holds<IsIn<Told<'health'>, Answer<'health'>>>()

/** Never called: what it would answer is what is held. */
export async function answers(client: Client, tier: Tier, asked: SearchInput): Promise<void> {
  const query = 'x'
  const bare = await client.search({ query })
  holds<Same<typeof bare, SearchAnswer<'pointer'>>>()
  const full = await client.search({ query, hydrate: 'full' })
  holds<Same<typeof full, SearchAnswer<'full'>>>()
  const packed = await client.search({ query, token_budget: 400 })
  holds<Same<typeof packed, SearchAnswer<'full'>>>()
  const summaries = await client.search({ query, token_budget: 400, hydrate: 'summary' })
  holds<Same<typeof summaries, SearchAnswer<'summary'>>>()
  const any = await client.search(asked)
  holds<Same<typeof any, SearchAnswer<Tier>>>()
  const either = await client.search({ query, hydrate: tier })
  holds<Same<typeof either, SearchAnswer<Tier>>>()
  const read = await client.fetchContent({ refs: ['1:0'], hydrate: 'full' })
  holds<Same<typeof read, AddressedAnswer<'full'>>>()
  const fact = await client.getFact({ entity: 'e', key: 'k' })
  holds<Same<typeof fact, FactAnswer<'pointer'>>>()
  const listed = await client.listFacts({ hydrate: 'summary' })
  holds<Same<typeof listed, FactAnswer<'summary'>>>()
  const state = await client.sessionState({ session: 's', hydrate: 'full' })
  holds<Same<typeof state, SessionAnswer<'full'>>>()

  const whole = await client.exportNotebook({ id: 'n' })
  holds<Same<typeof whole, NotebookExport>>()
  const markdown = await client.exportNotebook({ id: 'n', format: 'markdown' })
  holds<Same<typeof markdown, string>>()

  // @ts-expect-error a passage is not replaced
  client.putPassage
  // @ts-expect-error a pointer answer has no bodies
  bare.content.length
  // @ts-expect-error members that the contract does not have
  await client.search({ query, limt: 3 })
  // @ts-expect-error a question is needed
  await client.search({ limit: 3 })
  // @ts-expect-error a document has a text or messages, not both
  await client.addDocument({ source: 's', document: { id: 'd', text: 't', messages: [] } })
  // @ts-expect-error only what creates takes a key
  await client.putFact({ entity: 'e', key: 'k', value: 1 }, { idempotencyKey: 'k' })
  await client.putFact({ entity: 'e', key: 'k', value: 1 }, { ifMatch: '*' })
  await client.putFact({ entity: 'e', key: 'k', value: 1 }, { ifNoneMatch: '*' })
  await client.putSessionState({ session: 's', state: 1 }, { ifNoneMatch: '*' })
  // @ts-expect-error `*` is all it takes
  await client.putSessionState({ session: 's', state: 1 }, { ifNoneMatch: '"1"' })
  // @ts-expect-error only what is put may have to be new
  await client.deleteSessionState({ session: 's' }, { ifNoneMatch: '*' })
  // @ts-expect-error a document is not guarded
  await client.deleteDocument({ source: 's', document: 'd' }, { ifMatch: '"1"' })
}

/** Never called. */
export async function shapes(): Promise<void> {
  const before = createClient({ baseUrl: 'http://cairn.test', contract: 'legacy' })
  const found = await before.search({ query: 'x' })
  holds<Same<typeof found, LegacySearch>>()
  const facts = await before.listFacts()
  holds<Same<typeof facts, LegacyFacts>>()
  holds<IsIn<'fact_not_found', Refused['code']>>()
  holds<IsIn<string, Refused['code']>>()
}
