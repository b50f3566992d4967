import type { Finding } from './finding.ts'
import { citation, notebook, passage, schemas, source } from './generated/research.js'
import type { ResearchDocument } from './generated/research-schema.d.ts'
import type { Validator } from './generated/validator.d.ts'
import { schemaFindings } from './schema-findings.ts'

export type { ResearchDocument } from './generated/research-schema.d.ts'
/** Where evidence came from. */
export type ResearchSource = Extract<ResearchDocument, { schema: 'hux.source.v1' }>
/** The exact excerpt of a source. */
export type ResearchPassage = Extract<ResearchDocument, { schema: 'hux.passage.v1' }>
/** What ties a claim to passages, with a verdict. */
export type ResearchCitation = Extract<ResearchDocument, { schema: 'hux.citation.v1' }>
/** What was found for one question. */
export type ResearchNotebook = Extract<ResearchDocument, { schema: 'hux.research_notebook.v1' }>

/** The kinds of research document, by the name their schema defines them under. */
export type ResearchKind = 'source' | 'passage' | 'citation' | 'notebook'

const VALIDATORS: Readonly<Record<ResearchKind, Validator>> = { source, passage, citation, notebook }

/** The document of each kind. */
export interface ResearchDocuments {
  readonly source: ResearchSource
  readonly passage: ResearchPassage
  readonly citation: ResearchCitation
  readonly notebook: ResearchNotebook
}

/** Each kind by what its documents bear as `schema`. */
export const RESEARCH_KINDS = {
  'hux.source.v1': 'source',
  'hux.passage.v1': 'passage',
  'hux.citation.v1': 'citation',
  'hux.research_notebook.v1': 'notebook',
} as const satisfies Record<ResearchDocument['schema'], ResearchKind>

/** Judges a whole document against the HUX definition of its kind. */
export function checkResearch(kind: ResearchKind, document: unknown): Finding[] {
  return schemaFindings(VALIDATORS[kind], schemas[kind], document)
}
