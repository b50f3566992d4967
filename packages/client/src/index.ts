export type { DocumentsInput, DocumentsOptions } from './add-documents.ts'
export type {
  ArchiveInput,
  ArchiveLine,
  ArchiveOptions,
  Erasure,
  ErasureInput,
  IntakeLine,
  Usage,
} from './archive.ts'
export { type Breakage, BrokenAnswer } from './broken-answer.ts'
export type {
  CallOptions,
  ClientOptions,
  ConditionalOptions,
  CreateOptions,
  PutOptions,
  Token,
} from './call-options.ts'
export type {
  Client,
  Context,
  Facts,
  Fetched,
  Library,
  Queries,
  Receipts,
  Searched,
  Service,
  Sessions,
} from './client.ts'
export type { ContextBody, ContextInput, ContextRecord, GatheredContext } from './context.ts'
export { createClient } from './create-client.ts'
export type { BatchBounds } from './document-batches.ts'
export type {
  DocumentAnswer,
  DocumentDeleted,
  DocumentInput,
  DocumentItem,
  DocumentPage,
  Message,
  NextPage,
  StoredDocument,
} from './documents.ts'
export type { Embedder, EmbedderInput, EmbedderStored } from './embedder.ts'
export { etagOf } from './etag.ts'
export type {
  FactBatch,
  FactBatchWritten,
  FactChecked,
  FactOrder,
  FactReasons,
  FactReference,
  FactRetracted,
  FactReverified,
  FactStanding,
  FactsChecked,
  FactsToCheck,
  FactWhyPage,
  FreshnessReasons,
  RememberedFact,
} from './fact-standing.ts'
export type { AsOf, FactFilter, FactName, FactStatement, FactWritten } from './facts.ts'
export type { HydratedItem, HydrateInput, HydrateOptions, Hydration } from './hydrate.ts'
export type { PagesOptions } from './pages.ts'
export type { FetchInput, Filter, InstantRange, Paging, SearchInput } from './queries.ts'
export { receiptOf } from './receipt-of.ts'
export {
  type Checkpoints,
  type Opening,
  type Receipt,
  type ReceiptKeys,
  type ReceiptLogged,
  type ReceiptVerification,
  type ReceiptVerified,
  receiptInLog,
  type SignedStatement,
  type VerificationKey,
  verifyReceipt,
} from './receipts.ts'
export { type ReceivedProblem, type RefusalCode, Refused } from './refused.ts'
export type {
  CitationReason,
  CitationVerdict,
  NotebookExport,
  Research,
  ResearchCitation,
  ResearchCitationInput,
  ResearchCitationPage,
  ResearchDeleted,
  ResearchNotebook,
  ResearchNotebookInput,
  ResearchNotebookPage,
  ResearchPassage,
  ResearchPassageInput,
  ResearchPassagePage,
  ResearchSource,
  ResearchSourceInput,
  ResearchSourcePage,
} from './research.ts'
export type {
  Health,
  JsonObject,
  MaintenanceDone,
  NamespaceItem,
  NamespaceList,
  Run,
  RunList,
  RunReport,
  Topic,
  TopicItem,
  TopicList,
  Verdict,
} from './service.ts'
export type { SessionDeleted, SessionHistory, SessionVersion, SessionWritten } from './sessions.ts'
export type {
  DocumentChange,
  SourceCapabilities,
  SourceChanges,
  SourceDeleted,
  SourceManifest,
  SourceManifestInput,
  SourcePage,
  SourceStored,
  UpstreamStored,
} from './sources.ts'
export type { Time } from './time.ts'
export { Unreachable } from './unreachable.ts'
export { verdictOf } from './verdict-of.ts'
