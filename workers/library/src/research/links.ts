import type { ResearchDocument } from '@cairn/contract/research'
import type { ResearchKind, ResearchName } from '@cairn/memory-store/research'

/** A place in a research document that names another one. */
export interface ResearchLink {
  /** JSON Pointer */
  readonly pointer: string
  readonly to: ResearchName
}

/** Everything that a research document stands on. */
export function linksOf(document: ResearchDocument): ResearchLink[] {
  switch (document.schema) {
    case 'hux.source.v1':
      return []
    case 'hux.passage.v1':
      return [{ pointer: '/source_id', to: { kind: 'source', id: document.source_id } }]
    case 'hux.citation.v1':
      return listed('passage', '/passage_ids', document.passage_ids)
    case 'hux.research_notebook.v1':
      return [
        ...listed('source', '/source_ids', document.source_ids),
        ...listed('passage', '/passage_ids', document.passage_ids),
        ...listed('citation', '/citation_ids', document.citation_ids),
      ]
    default:
      return document satisfies never
  }
}

function listed(kind: ResearchKind, place: string, ids: readonly string[]): ResearchLink[] {
  return ids.map((id, index) => ({ pointer: `${place}/${index}`, to: { kind, id } }))
}
