import type { AddressedAnswer, FactAnswer, SearchAnswer, SessionAnswer, Tier } from '@cairn/contract/crc-v1'
import type {
  LegacyFacts,
  LegacyFetch,
  LegacyRetrieve,
  LegacySearch,
  LegacySession,
} from '@cairn/contract/legacy'
import type { Contract } from '@cairn/contract/negotiation'
import type { DocumentsInput, DocumentsOptions } from './add-documents.ts'
import type {
  ArchiveInput,
  ArchiveLine,
  ArchiveOptions,
  Erasure,
  ErasureInput,
  IntakeLine,
  Usage,
} from './archive.ts'
import type { CallOptions, ConditionalOptions, CreateOptions, PutOptions } from './call-options.ts'
import type { ContextInput, ContextRecord, GatheredContext } from './context.ts'
import type {
  DocumentAnswer,
  DocumentDeleted,
  DocumentInput,
  DocumentPage,
  StoredDocument,
} from './documents.ts'
import type { Embedder, EmbedderInput, EmbedderStored } from './embedder.ts'
import type {
  FactBatch,
  FactBatchWritten,
  FactReference,
  FactRetracted,
  FactReverified,
  FactsChecked,
  FactsToCheck,
  FactWhyPage,
} from './fact-standing.ts'
import type { AsOf, FactFilter, FactName, FactStatement, FactWritten } from './facts.ts'
import type { HydrateInput, HydrateOptions, Hydration } from './hydrate.ts'
import type { PagesOptions } from './pages.ts'
import type { FetchInput, Paging, SearchInput } from './queries.ts'
import type { Checkpoints, ReceiptKeys, ReceiptVerification, SignedStatement } from './receipts.ts'
import type { Research } from './research.ts'
import type {
  Health,
  JsonObject,
  MaintenanceDone,
  NamespaceList,
  Run,
  RunList,
  RunReport,
  Topic,
  TopicList,
  Verdict,
} from './service.ts'
import type { SessionDeleted, SessionHistory, SessionWritten } from './sessions.ts'
import type {
  SourceChanges,
  SourceDeleted,
  SourceManifest,
  SourceManifestInput,
  SourcePage,
  SourceStored,
  UpstreamStored,
} from './sources.ts'

/**
 * A Cairn, one method an operation. Each throws `Refused` for a problem document, `BrokenAnswer` for an answer that is none,
 * `Unreachable` when no answer came in time, and the reason of the caller's signal when that was aborted. Members that this version
 * does not know are kept in answers.
 */
export interface Client<C extends Contract = 'crc-v1'>
  extends Queries<C>,
    Facts<C>,
    Sessions<C>,
    Library,
    Receipts,
    Context,
    Research,
    Service {
  /** The newest version this client has seen of a namespace, for another client's `consistencyToken`; null when there is none. */
  consistencyToken(namespace?: string): string | null
}

type Shaped<C extends Contract, Now, Before> = C extends 'legacy' ? Before : Now
type Options = CallOptions | undefined
type Walk<A> = AsyncGenerator<A, void, undefined>
type WalkOptions = CallOptions & PagesOptions
/** What a question is, but for how much comes along. */
type Asked<I> = Omit<I, 'hydrate' | 'token_budget'>
type At<T extends Tier> = { readonly hydrate: T; readonly token_budget?: number }
type Budgeted = { readonly hydrate?: never; readonly token_budget: number }
type Bare = { readonly hydrate?: never; readonly token_budget?: never }

/** Reading by question and by pointer. */
export interface Queries<C extends Contract = 'crc-v1'> {
  search(input: Asked<SearchInput> & Bare, options?: Options): Promise<Searched<C, 'pointer'>>
  search(input: Asked<SearchInput> & Budgeted, options?: Options): Promise<Searched<C, 'full'>>
  search<T extends Tier>(input: Asked<SearchInput> & At<T>, options?: Options): Promise<Searched<C, T>>
  search(input: SearchInput, options?: Options): Promise<Searched<C, Tier>>
  /** The pages of a search, at most 1,000 hits deep; a page is asked for when it is wanted. */
  searchPages(input: SearchInput, options?: WalkOptions): Walk<SearchAnswer>
  /** The facts that hold first, then passages. */
  retrieve(input: Asked<SearchInput> & Bare, options?: Options): Promise<Retrieved<C, 'pointer'>>
  retrieve(input: Asked<SearchInput> & Budgeted, options?: Options): Promise<Retrieved<C, 'full'>>
  retrieve<T extends Tier>(input: Asked<SearchInput> & At<T>, options?: Options): Promise<Retrieved<C, T>>
  retrieve(input: SearchInput, options?: Options): Promise<Retrieved<C, Tier>>
  retrievePages(input: SearchInput, options?: WalkOptions): Walk<SearchAnswer>
  fetchContent(input: Asked<FetchInput> & Bare, options?: Options): Promise<Fetched<C, 'pointer'>>
  fetchContent(input: Asked<FetchInput> & Budgeted, options?: Options): Promise<Fetched<C, 'full'>>
  fetchContent<T extends Tier>(input: Asked<FetchInput> & At<T>, options?: Options): Promise<Fetched<C, T>>
  fetchContent(input: FetchInput, options?: Options): Promise<Fetched<C, Tier>>
  fetchContentPages(input: FetchInput, options?: WalkOptions): Walk<AddressedAnswer>
  /** Reads what pointers name, best first, within `budget` tokens. */
  hydrate(found: HydrateInput, options: HydrateOptions): Promise<Hydration>
}

export type Searched<C extends Contract, T extends Tier> = Shaped<C, SearchAnswer<T>, LegacySearch>
export type Retrieved<C extends Contract, T extends Tier> = Shaped<C, SearchAnswer<T>, LegacyRetrieve>
export type Fetched<C extends Contract, T extends Tier> = Shaped<C, AddressedAnswer<T>, LegacyFetch>
type FactRead<C extends Contract, T extends Tier> = Shaped<C, FactAnswer<T>, LegacyFacts>
type SessionRead<C extends Contract, T extends Tier> = Shaped<C, SessionAnswer<T>, LegacySession>
type Hydrate<T extends Tier> = { readonly hydrate?: T }

/** What is true of an entity, since when, and what replaced it. */
export interface Facts<C extends Contract = 'crc-v1'> {
  putFact(input: FactStatement, options?: PutOptions): Promise<FactWritten>
  createFact(input: FactStatement, options?: CreateOptions & ConditionalOptions): Promise<FactWritten>
  /** `etagOf` its answer is what `ifMatch` takes, except as of another moment. */
  getFact<T extends Tier = 'pointer'>(
    input: FactName & AsOf & Hydrate<T>,
    options?: Options,
  ): Promise<FactRead<C, T>>
  listFacts<T extends Tier = 'pointer'>(
    input?: FactFilter & Paging & Hydrate<T>,
    options?: Options,
  ): Promise<FactRead<C, T>>
  listFactsPages<T extends Tier = 'pointer'>(
    input?: FactFilter & Paging & Hydrate<T>,
    options?: WalkOptions,
  ): Walk<FactAnswer<T>>
  factHistory<T extends Tier = 'pointer'>(
    input: FactName & Paging & Hydrate<T>,
    options?: Options,
  ): Promise<FactRead<C, T>>
  factHistoryPages<T extends Tier = 'pointer'>(
    input: FactName & Paging & Hydrate<T>,
    options?: WalkOptions,
  ): Walk<FactAnswer<T>>
  /** What decides which fact of a slug is current, as data. */
  factWhy(input: FactName & AsOf & Paging, options?: Options): Promise<FactWhyPage>
  factWhyPages(input: FactName & AsOf & Paging, options?: WalkOptions): Walk<FactWhyPage>
  checkFacts(input: FactsToCheck, options?: Options): Promise<FactsChecked>
  batchFacts(input: FactBatch, options?: CreateOptions): Promise<FactBatchWritten>
  retractFact(
    input: FactReference & { readonly reason?: string },
    options?: ConditionalOptions,
  ): Promise<FactRetracted>
  reverifyFact(input: FactReference, options?: ConditionalOptions): Promise<FactReverified>
}

/** One JSON value a session, with its last versions. */
export interface Sessions<C extends Contract = 'crc-v1'> {
  putSessionState(
    input: { readonly session: string; readonly state: unknown; readonly ttl_seconds?: number },
    options?: PutOptions,
  ): Promise<SessionWritten>
  sessionState<T extends Tier = 'pointer'>(
    input: { readonly session: string } & Hydrate<T>,
    options?: Options,
  ): Promise<SessionRead<C, T>>
  deleteSessionState(
    input: { readonly session: string },
    options?: ConditionalOptions,
  ): Promise<SessionDeleted>
  sessionHistory(input: { readonly session: string }, options?: Options): Promise<SessionHistory>
}

type OfSource = { readonly source: string }
type OfDocument = OfSource & { readonly document: string }

/** Sources and the documents in them. */
export interface Library {
  putSource(
    input: OfSource & { readonly manifest: SourceManifestInput },
    options?: Options,
  ): Promise<SourceStored>
  getSource(input: OfSource, options?: Options): Promise<SourceManifest>
  listSources(input?: Paging, options?: Options): Promise<SourcePage>
  listSourcesPages(input?: Paging, options?: WalkOptions): Walk<SourcePage>
  deleteSource(input: OfSource & { readonly cascade?: boolean }, options?: Options): Promise<SourceDeleted>
  /** Adds or replaces one document; one that is refused throws `Refused`. */
  addDocument(
    input: OfSource & { readonly document: DocumentInput },
    options?: CreateOptions,
  ): Promise<DocumentAnswer>
  /** Adds or replaces many; each has an answer line, refused ones too. */
  addDocuments(input: DocumentsInput, options?: DocumentsOptions): Walk<DocumentAnswer>
  listDocuments(input: OfSource & Paging, options?: Options): Promise<DocumentPage>
  listDocumentsPages(input: OfSource & Paging, options?: WalkOptions): Walk<DocumentPage>
  getDocument(input: OfDocument, options?: Options): Promise<StoredDocument>
  deleteDocument(input: OfDocument, options?: Options): Promise<DocumentDeleted>
  /** Lets another CRC-v1 server answer for a source; a null url ends it. */
  putUpstream(
    input: OfSource & { readonly url: string | null; readonly token?: string },
    options?: Options,
  ): Promise<UpstreamStored>
  /** What was written or deleted since `until` of the list before; from the beginning without `since`. */
  sourceChanges(input: OfSource & { readonly since?: string }, options?: Options): Promise<SourceChanges>
  /** Everything a namespace holds; the last line is `end` when it is whole, `interrupted` when somebody wrote meanwhile. */
  exportNamespace(input?: NoInput, options?: ArchiveOptions): Walk<ArchiveLine>
  /** Takes an archive into an empty namespace; sent again, one that was cut off goes on. */
  importNamespace(input: ArchiveInput, options?: ArchiveOptions): Walk<IntakeLine>
  /** Erases bytes: from answers at once, from the store after it. */
  startErasure(input: ErasureInput, options?: CreateOptions): Promise<Erasure>
  getErasure(input: { readonly id: string }, options?: Options): Promise<Erasure>
  /** What makes the vectors of a namespace, for the lane `Dense`. */
  getEmbedder(input?: NoInput, options?: Options): Promise<Embedder>
  putEmbedder(input: EmbedderInput, options?: Options): Promise<EmbedderStored>
  usage(input?: NoInput, options?: Options): Promise<Usage>
  listNamespaces(input?: NoInput, options?: Options): Promise<NamespaceList>
  maintenanceStep(input?: { readonly rebuild?: boolean }, options?: Options): Promise<MaintenanceDone>
}

type OfReceipt = { readonly receipt: string }

/** What writes left behind, signed; `verifyReceipt` and `receiptInLog` judge it without asking anybody. */
export interface Receipts {
  getReceipt(input: OfReceipt, options?: Options): Promise<SignedStatement>
  receiptVerification(input: OfReceipt, options?: Options): Promise<ReceiptVerification>
  listCheckpoints(
    input?: { readonly limit?: number; readonly since?: number },
    options?: Options,
  ): Promise<Checkpoints>
  receiptKeys(input?: NoInput, options?: Options): Promise<ReceiptKeys>
}

/** What to read for a task under a budget, from every source. */
export interface Context {
  contextBundle(
    input: ContextInput & { readonly content: false },
    options?: Options,
  ): Promise<ContextRecord & { readonly content?: never }>
  contextBundle(
    input: ContextInput & { readonly content?: true },
    options?: Options,
  ): Promise<GatheredContext>
  contextBundle(input: ContextInput, options?: Options): Promise<ContextRecord & Partial<GatheredContext>>
  contextReceipt(input: { readonly receipt: string }, options?: Options): Promise<ContextRecord>
}

type OfRun = { readonly run: string }
type NoInput = Readonly<Record<string, never>>

/** What the service says of itself. */
export interface Service {
  listTopics(input?: NoInput, options?: Options): Promise<TopicList>
  /** `topic` may be a printed pointer, `__bootstrap__::<topic>`. */
  getTopic(input: { readonly topic: string }, options?: Options): Promise<Topic>
  startRun(input?: NoInput, options?: CreateOptions): Promise<Run>
  stepRun(input: OfRun, options?: Options): Promise<Run>
  getRun(input: OfRun, options?: Options): Promise<RunReport>
  listRuns(input?: NoInput, options?: Options): Promise<RunList>
  validateDocument(input: { readonly document: unknown }, options?: Options): Promise<Verdict>
  health(input?: NoInput, options?: Options): Promise<Health>
  ready(input?: NoInput, options?: Options): Promise<Health>
  openapi(input?: NoInput, options?: Options): Promise<JsonObject>
  contractFile(input: { readonly file: string }, options?: Options): Promise<JsonObject>
  protectedResource(input?: NoInput, options?: Options): Promise<JsonObject>
}
