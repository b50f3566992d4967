import type { JsonSchema } from '@cairn/contract/operation'
import { OPERATIONS } from '@cairn/contract/operations'
import { documentInput, documentLine } from '@cairn/contract/operations/library'
import { parametersOf } from '@cairn/contract/parameters'
import { expect, test } from 'vitest'
import type { Erasure, IntakeLine, Usage } from './archive.ts'
import type { ContextBody, ContextInput, ContextRecord, GatheredContext } from './context.ts'
import type {
  DocumentAnswer,
  DocumentDeleted,
  DocumentInput,
  DocumentItem,
  DocumentPage,
  StoredDocument,
} from './documents.ts'
import type { Embedder, EmbedderInput, EmbedderStored } from './embedder.ts'
import type {
  FactChecked,
  FactReasons,
  FactRetracted,
  FactReverified,
  FactsToCheck,
  FactWhyPage,
  FreshnessReasons,
} from './fact-standing.ts'
import type { FactFilter, FactStatement, FactWritten } from './facts.ts'
import type { FetchInput, Filter, Paging, SearchInput } from './queries.ts'
import type { Checkpoints, Opening, ReceiptKeys, ReceiptVerification, SignedStatement } from './receipts.ts'
import type {
  CitationVerdict,
  NotebookExport,
  ResearchCitation,
  ResearchDeleted,
  ResearchNotebook,
  ResearchPassage,
  ResearchSource,
  ResearchSourcePage,
} from './research.ts'
import type {
  MaintenanceDone,
  NamespaceItem,
  NamespaceList,
  RunList,
  TopicItem,
  TopicList,
} from './service.ts'
import type { SessionDeleted, SessionHistory, SessionVersion, SessionWritten } from './sessions.ts'
import type {
  DocumentChange,
  SourceChanges,
  SourceDeleted,
  SourceManifest,
  SourcePage,
  SourceStored,
  UpstreamStored,
} from './sources.ts'

const operation = (id: string) => OPERATIONS.find((one) => one.id === id)!
const at = (schema: JsonSchema, ...path: string[]) =>
  path.reduce<JsonSchema>((inner, name) => inner[name] as JsonSchema, schema)
const body = (id: string) => operation(id).body!
const answer = (id: string) => operation(id).success.schema
const items = (id: string, list: string) => at(answer(id), 'properties', list, 'items')
const parameters = (id: string): JsonSchema => ({
  properties: Object.fromEntries(
    parametersOf(operation(id))
      .filter(({ name }) => !['namespace', 'contract', 'consistency', 'hydrate'].includes(name))
      .map(({ name, schema }) => [name, schema]),
  ),
})
/** Every member of a type by name: the compiler refuses one too many or too few. */
type Members<T> = Record<T extends unknown ? keyof T : never, true>
const members = <T>(all: Members<T>) => Object.keys(all).sort()

const DOCUMENT = {
  id: true,
  title: true,
  text: true,
  messages: true,
  format: true,
  uri: true,
  kind: true,
  tags: true,
  author: true,
  created_at: true,
  event_at: true,
  horizon_class: true,
  links: true,
} as const
const PAGING = { limit: true, cursor: true } as const

test.each<[string, JsonSchema, string[]]>([
  ['a document', documentInput, members<DocumentInput>({ ...DOCUMENT, embedding: true })],
  [
    'a stored document',
    answer('getDocument'),
    members<StoredDocument>({ ...DOCUMENT, source_id: true, pointers: true }),
  ],
  [
    'the answer to a document',
    documentLine,
    members<DocumentAnswer>({
      line: true,
      id: true,
      status: true,
      pointers: true,
      receipt: true,
      problem: true,
    }),
  ],
  ['a page of documents', answer('listDocuments'), members<DocumentPage>({ documents: true, next: true })],
  [
    'a document in a list',
    items('listDocuments', 'documents'),
    members<DocumentItem>({
      id: true,
      title: true,
      uri: true,
      kind: true,
      tags: true,
      author: true,
      created_at: true,
      event_at: true,
      passages: true,
    }),
  ],
  [
    'a manifest',
    answer('getSource'),
    members<SourceManifest>({
      source_id: true,
      display_name: true,
      kinds: true,
      capabilities: true,
      freshness_typical_ms: true,
      cost_class: true,
    }),
  ],
  [
    'the capabilities of a source',
    at(answer('getSource'), 'properties', 'capabilities'),
    members<SourceManifest['capabilities']>({
      search: true,
      exact_get: true,
      delta_sync: true,
      live_query: true,
      graph_edges: true,
    }),
  ],
  ['a page of sources', answer('listSources'), members<SourcePage>({ sources: true, next: true })],
  ['a source stored', answer('putSource'), members<SourceStored>({ source_id: true, status: true })],
  [
    'a source deleted',
    answer('deleteSource'),
    members<SourceDeleted>({ source_id: true, deleted: true, documents_deleted: true }),
  ],
  [
    'a statement',
    body('createFact'),
    members<FactStatement>({
      entity: true,
      key: true,
      value: true,
      confidence: true,
      valid_from: true,
      valid_to: true,
      observed_at: true,
      horizon_class: true,
      cardinality: true,
      supersedes: true,
      provenance: true,
    }),
  ],
  [
    'a fact written',
    answer('putFact'),
    members<FactWritten>({
      fact_id: true,
      entity: true,
      key: true,
      existed: true,
      current: true,
      superseded_by: true,
      canonical_slug: true,
      receipt: true,
    }),
  ],
  [
    'why a fact is current',
    answer('factWhy'),
    members<FactWhyPage>({ canonical_slug: true, facts: true, next: true }),
  ],
  [
    'the reasons of a fact',
    items('factWhy', 'facts'),
    members<FactReasons>({
      fact_id: true,
      standing: true,
      order: true,
      cardinality: true,
      valid: true,
      supersedes: true,
      successor: true,
      retraction: true,
      freshness: true,
    }),
  ],
  [
    'the inputs of freshness',
    at(items('factWhy', 'facts'), 'properties', 'freshness'),
    members<FreshnessReasons>({
      confidence: true,
      horizon_class: true,
      horizon_hours: true,
      anchor: true,
      anchored_at: true,
      age_hours: true,
      effective_confidence: true,
    }),
  ],
  [
    'facts to check',
    body('checkFacts'),
    members<FactsToCheck>({ facts: true, as_of: true, recorded_as_of: true }),
  ],
  [
    'a fact checked',
    items('checkFacts', 'facts'),
    members<FactChecked>({
      fact_id: true,
      canonical_slug: true,
      standing: true,
      superseded_by: true,
      freshness: true,
    }),
  ],
  [
    'a retraction',
    answer('retractFact'),
    members<FactRetracted>({
      receipt: true,
      fact_id: true,
      entity: true,
      key: true,
      existed: true,
      retracted_at: true,
      reason: true,
      canonical_slug: true,
    }),
  ],
  [
    'a reverification',
    answer('reverifyFact'),
    members<FactReverified>({
      receipt: true,
      fact_id: true,
      entity: true,
      key: true,
      reverified_at: true,
      current: true,
      superseded_by: true,
      canonical_slug: true,
    }),
  ],
  [
    'a list of facts asked for',
    parameters('listFacts'),
    members<FactFilter & Paging>({
      entity: true,
      prefix: true,
      include_superseded: true,
      as_of: true,
      recorded_as_of: true,
      ...PAGING,
    }),
  ],
  [
    'a session state written',
    answer('putSessionState'),
    members<SessionWritten>({
      session_id: true,
      version: true,
      etag: true,
      canonical_slug: true,
      receipt: true,
    }),
  ],
  [
    'a session state deleted',
    answer('deleteSessionState'),
    members<SessionDeleted>({ session_id: true, deleted: true, receipt: true }),
  ],
  [
    'the history of a session',
    answer('sessionHistory'),
    members<SessionHistory>({ session_id: true, versions: true }),
  ],
  [
    'a version of a session',
    items('sessionHistory', 'versions'),
    members<SessionVersion>({ version: true, etag: true, updated_at: true, state: true }),
  ],
  [
    'a question',
    body('search'),
    members<SearchInput>({
      query: true,
      hydrate: true,
      token_budget: true,
      filter: true,
      lanes: true,
      detail: true,
      deadline_ms: true,
      embedding: true,
      ...PAGING,
    }),
  ],
  [
    'a filter',
    at(body('search'), 'properties', 'filter'),
    members<Filter>({
      source: true,
      kind: true,
      tags: true,
      speaker: true,
      created_at: true,
      event_at: true,
      and: true,
      or: true,
      not: true,
    }),
  ],
  [
    'what to fetch',
    body('fetchContent'),
    members<FetchInput>({ refs: true, hydrate: true, token_budget: true, cursor: true }),
  ],
  [
    'a research source',
    answer('getResearchSource'),
    members<ResearchSource>({
      schema: true,
      id: true,
      kind: true,
      uri: true,
      title: true,
      publisher: true,
      published_at: true,
      retrieved_at: true,
      classification: true,
      content_hash: true,
      provenance: true,
    }),
  ],
  [
    'a passage',
    answer('getPassage'),
    members<ResearchPassage>({
      schema: true,
      id: true,
      source_id: true,
      text: true,
      hash: true,
      locator: true,
    }),
  ],
  [
    'a citation',
    answer('getCitation'),
    members<ResearchCitation>({
      schema: true,
      id: true,
      message_id: true,
      claim: true,
      passage_ids: true,
      support: true,
      note: true,
    }),
  ],
  [
    'a notebook',
    answer('getNotebook'),
    members<ResearchNotebook>({
      schema: true,
      id: true,
      conversation_id: true,
      question: true,
      status: true,
      source_ids: true,
      passage_ids: true,
      citation_ids: true,
      assumptions: true,
      unresolved_questions: true,
      updated_at: true,
    }),
  ],
  [
    'a page of research sources',
    answer('listResearchSources'),
    members<ResearchSourcePage>({ sources: true, next: true }),
  ],
  [
    'a research document deleted',
    answer('deleteNotebook'),
    members<ResearchDeleted>({ id: true, deleted: true }),
  ],
  [
    'the verdict on a citation',
    at(answer('checkNotebook'), 'items'),
    members<CitationVerdict>({ citation_id: true, verdict: true, reasons: true }),
  ],
  [
    'a notebook exported',
    answer('exportNotebook'),
    members<NotebookExport>({ notebook: true, citations: true, passages: true, sources: true }),
  ],
  [
    'an embedder',
    answer('getEmbedder'),
    members<Embedder>({ embedder: true, dimensions: true, version: true }),
  ],
  [
    'an embedder to name',
    body('putEmbedder'),
    members<EmbedderInput>({ embedder: true, dimensions: true, version: true }),
  ],
  [
    'an embedder named',
    answer('putEmbedder'),
    members<EmbedderStored>({ embedder: true, dimensions: true, version: true, status: true }),
  ],
  [
    'the usage of a namespace',
    answer('usage'),
    members<Usage>({
      namespace: true,
      documents: true,
      passages: true,
      facts: true,
      research: true,
      bytes: true,
      commits: true,
      quota: true,
    }),
  ],
  [
    'an erasure',
    answer('getErasure'),
    members<Erasure>({
      erasure_id: true,
      scope: true,
      status: true,
      removed: true,
      receipt: true,
      requested_at: true,
      finished_at: true,
    }),
  ],
  [
    'the answer to lines of an archive',
    answer('importNamespace'),
    members<IntakeLine>({ line: true, status: true, problem: true }),
  ],
  ['the namespaces', answer('listNamespaces'), members<NamespaceList>({ namespaces: true })],
  [
    'a namespace',
    items('listNamespaces', 'namespaces'),
    members<NamespaceItem>({
      name: true,
      number: true,
      epoch: true,
      version: true,
      documents: true,
      passages: true,
      facts: true,
      bytes: true,
    }),
  ],
  [
    'a step done',
    answer('maintenanceStep'),
    members<MaintenanceDone>({ merged: true, collected: true, more: true }),
  ],
  [
    'a document deleted',
    answer('deleteDocument'),
    members<DocumentDeleted>({ id: true, deleted: true, receipt: true }),
  ],
  [
    'a receipt',
    answer('getReceipt'),
    members<SignedStatement>({ hash: true, kid: true, signature: true, statement: true }),
  ],
  [
    'a receipt verified',
    answer('receiptVerification'),
    members<ReceiptVerification>({
      receipt_id: true,
      verdict: true,
      code: true,
      message: true,
      receipt: true,
      checkpoint: true,
      proof: true,
      openings: true,
    }),
  ],
  [
    'an opening',
    items('receiptVerification', 'openings'),
    members<Opening>({ kind: true, name: true, hash: true, salt: true }),
  ],
  [
    'the checkpoints',
    answer('listCheckpoints'),
    members<Checkpoints>({ checkpoints: true, consistency: true }),
  ],
  ['the keys of receipts', answer('receiptKeys'), members<ReceiptKeys>({ keys: true })],
  ['the topics', answer('listTopics'), members<TopicList>({ topics: true })],
  [
    'a topic in the list',
    items('listTopics', 'topics'),
    members<TopicItem>({ topic: true, title: true, public: true, aliases: true }),
  ],
  [
    'a source answered for',
    answer('putUpstream'),
    members<UpstreamStored>({ source_id: true, upstream: true }),
  ],
  [
    'the changes of a source',
    answer('sourceChanges'),
    members<SourceChanges>({ source_id: true, changes: true, until: true, more: true }),
  ],
  [
    'a change',
    items('sourceChanges', 'changes'),
    members<DocumentChange>({ id: true, change: true, version: true }),
  ],
  [
    'a task',
    body('contextBundle'),
    members<ContextInput>({
      task_id: true,
      query: true,
      budget_tokens: true,
      strategy: true,
      sources: true,
      deadline_ms: true,
      content: true,
    }),
  ],
  [
    'a gathered context',
    answer('contextBundle'),
    members<GatheredContext>({ bundle: true, candidates: true, receipt: true, content: true }),
  ],
  [
    'a body of a context',
    items('contextBundle', 'content'),
    members<ContextBody>({ candidate_id: true, tier: true, text: true, token_count: true }),
  ],
  [
    'a record of a context',
    answer('contextReceipt'),
    members<ContextRecord>({ bundle: true, candidates: true, receipt: true }),
  ],
  ['the runs', answer('listRuns'), members<RunList>({ runs: true })],
])('%s has the members that the contract gives it', (_, schema, all) => {
  expect(all).toEqual(Object.keys(schema.properties as object).sort())
})
