export { passageHash, passageHashFindings } from './research/hash.ts'
export { type ParsedResearch, parseResearch } from './research/parse.ts'
export { type CitationReason, citationReasons, quotesIn } from './research/quotes.ts'
export { mayBecome, type NotebookStatus, statusFindings } from './research/status.ts'
export {
  checkResearch,
  RESEARCH_KINDS,
  type ResearchCitation,
  type ResearchDocument,
  type ResearchDocuments,
  type ResearchKind,
  type ResearchNotebook,
  type ResearchPassage,
  type ResearchSource,
} from './research-document.ts'
