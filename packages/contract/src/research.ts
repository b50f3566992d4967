export { type CairnDocument, cairnFactUri, cairnUri, parseCairnUri } from './research/cairn-uri.ts'
export { folded } from './research/folded.ts'
export { passageHash, passageHashFindings } from './research/hash.ts'
export { type ParsedResearch, parseResearch } from './research/parse.ts'
export { quotesIn } from './research/quotes.ts'
export { mayBecome, type NotebookStatus, statusFindings } from './research/status.ts'
export { type CitationReason, type CitationVerdict, citationReasons } from './research/verdict.ts'
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
