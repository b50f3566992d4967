import type {
  CitationReason,
  CitationVerdict,
  ResearchCitation as HuxCitation,
  ResearchNotebook as HuxNotebook,
  ResearchPassage as HuxPassage,
  ResearchSource as HuxSource,
} from '@cairn/contract/research'
import type { CallOptions, ConditionalOptions, CreateOptions, PutOptions } from './call-options.ts'
import type { NextPage } from './documents.ts'
import type { PagesOptions } from './pages.ts'
import type { Paging } from './queries.ts'

export type { CitationReason, CitationVerdict }

type Lists<T> = { readonly [K in keyof T]: T[K] extends readonly (infer I)[] ? readonly I[] : T[K] }
type Optional<T, K extends PropertyKey> = Omit<T, K> & Partial<Pick<T, K & keyof T>>

/** Where evidence came from. */
export type ResearchSource = Lists<HuxSource>
/** The exact excerpt of a source. */
export type ResearchPassage = Lists<HuxPassage>
/** What ties a claim to passages, with a verdict. */
export type ResearchCitation = Lists<HuxCitation>
/** What was found for one question. */
export type ResearchNotebook = Lists<HuxNotebook>

/** Research documents as they are sent: what the service fills may be left out. */
export type ResearchSourceInput = Optional<ResearchSource, 'schema' | 'id'>
export type ResearchPassageInput = Optional<ResearchPassage, 'schema' | 'id' | 'hash'>
export type ResearchCitationInput = Optional<ResearchCitation, 'schema' | 'id'>
export type ResearchNotebookInput = Optional<ResearchNotebook, 'schema' | 'id' | 'updated_at'>

/** One page of research documents, oldest first. */
export interface ResearchSourcePage {
  readonly sources: readonly ResearchSource[]
  readonly next: NextPage
}
export interface ResearchPassagePage {
  readonly passages: readonly ResearchPassage[]
  readonly next: NextPage
}
export interface ResearchCitationPage {
  readonly citations: readonly ResearchCitation[]
  readonly next: NextPage
}
export interface ResearchNotebookPage {
  readonly notebooks: readonly ResearchNotebook[]
  readonly next: NextPage
}

/** That a research document was deleted. */
export interface ResearchDeleted {
  readonly id: string
  readonly deleted: boolean
}

/** A notebook with all that it lists and cites. */
export interface NotebookExport {
  readonly notebook: ResearchNotebook
  readonly citations: readonly ResearchCitation[]
  readonly passages: readonly ResearchPassage[]
  readonly sources: readonly ResearchSource[]
}

type Options = CallOptions | undefined
type Walk<A> = AsyncGenerator<A, void, undefined>
type WalkOptions = CallOptions & PagesOptions
type Named = { readonly id: string }
type Deleting = Named & { readonly cascade?: boolean }

/** Where evidence came from, its exact excerpts, what cites them, and what was found for a question. */
export interface Research {
  createResearchSource(input: ResearchSourceInput, options?: CreateOptions): Promise<ResearchSource>
  listResearchSources(input?: Paging, options?: Options): Promise<ResearchSourcePage>
  listResearchSourcesPages(input?: Paging, options?: WalkOptions): Walk<ResearchSourcePage>
  getResearchSource(input: Named, options?: Options): Promise<ResearchSource>
  putResearchSource(input: ResearchSourceInput & Named, options?: PutOptions): Promise<ResearchSource>
  deleteResearchSource(input: Deleting, options?: ConditionalOptions): Promise<ResearchDeleted>
  createPassage(input: ResearchPassageInput, options?: CreateOptions): Promise<ResearchPassage>
  /** Makes a passage of a hit, and the source it is from where that is not stored yet. */
  passageFromPointer(
    input: { readonly pointer: string; readonly id?: string },
    options?: CreateOptions,
  ): Promise<ResearchPassage>
  listPassages(input?: Paging, options?: Options): Promise<ResearchPassagePage>
  listPassagesPages(input?: Paging, options?: WalkOptions): Walk<ResearchPassagePage>
  getPassage(input: Named, options?: Options): Promise<ResearchPassage>
  deletePassage(input: Deleting, options?: ConditionalOptions): Promise<ResearchDeleted>
  createCitation(input: ResearchCitationInput, options?: CreateOptions): Promise<ResearchCitation>
  listCitations(input?: Paging, options?: Options): Promise<ResearchCitationPage>
  listCitationsPages(input?: Paging, options?: WalkOptions): Walk<ResearchCitationPage>
  getCitation(input: Named, options?: Options): Promise<ResearchCitation>
  putCitation(input: ResearchCitationInput & Named, options?: PutOptions): Promise<ResearchCitation>
  deleteCitation(input: Deleting, options?: ConditionalOptions): Promise<ResearchDeleted>
  createNotebook(input: ResearchNotebookInput, options?: CreateOptions): Promise<ResearchNotebook>
  listNotebooks(input?: Paging, options?: Options): Promise<ResearchNotebookPage>
  listNotebooksPages(input?: Paging, options?: WalkOptions): Walk<ResearchNotebookPage>
  getNotebook(input: Named, options?: Options): Promise<ResearchNotebook>
  putNotebook(input: ResearchNotebookInput & Named, options?: PutOptions): Promise<ResearchNotebook>
  deleteNotebook(input: Deleting, options?: ConditionalOptions): Promise<ResearchDeleted>
  /** Judges every citation of a notebook; with `apply` what fails becomes `unverified`. */
  checkNotebook(
    input: Named & { readonly apply?: boolean },
    options?: Options,
  ): Promise<readonly CitationVerdict[]>
  exportNotebook(input: Named & { readonly format?: 'json' }, options?: Options): Promise<NotebookExport>
  /** As Markdown with footnotes, in which no stored text is markup. */
  exportNotebook(input: Named & { readonly format: 'markdown' }, options?: Options): Promise<string>
}
