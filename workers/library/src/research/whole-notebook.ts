import type { ResearchDocuments, ResearchNotebook } from '@cairn/contract/research'
import type { ResearchKind } from '@cairn/memory-store/research'
import type { SqlDatabase } from '@cairn/memory-store/sql-database'
import { type Live, ResearchReader } from './research-reader.ts'

/** A notebook with what it stands on, in the order it names it; what is absent is left out. Passages and sources are read in pages. */
export interface WholeNotebook {
  readonly notebook: ResearchNotebook
  readonly citations: readonly ResearchDocuments['citation'][]
  readonly passageIds: readonly string[]
  readonly passages: () => AsyncGenerator<ResearchDocuments['passage'][]>
  readonly sources: () => AsyncGenerator<ResearchDocuments['source'][]>
  /** The sources of some passages, by id. */
  readonly sourcesOf: (
    passages: readonly ResearchDocuments['passage'][],
  ) => Promise<ReadonlyMap<string, ResearchDocuments['source']>>
}

const PAGE = 250

/** Reads what a notebook lists and cites; of passages only which there are. */
export async function openWholeNotebook(
  db: SqlDatabase,
  at: { readonly ns: number; readonly now: number },
  notebook: ResearchNotebook,
): Promise<WholeNotebook> {
  const read = async <K extends ResearchKind>(kind: K, ids: readonly string[]) => [
    ...(await new ResearchReader(db, at).read(kind, ids)).values(),
  ]
  const pages = async function* <K extends ResearchKind>(kind: K, ids: readonly string[]) {
    for (let from = 0; from < ids.length; from += PAGE)
      yield (await read(kind, ids.slice(from, from + PAGE))).map(documentOf)
  }
  const citations = (await read('citation', notebook.citation_ids)).map(documentOf)
  const named = [...citations.flatMap(({ passage_ids }) => passage_ids), ...notebook.passage_ids]
  const passageIds: string[] = []
  const sourceIds = new Set<string>()
  for await (const page of pages('passage', [...new Set(named)]))
    for (const { id, source_id } of page) {
      passageIds.push(id)
      sourceIds.add(source_id)
    }
  for (const id of notebook.source_ids) sourceIds.add(id)
  return {
    notebook,
    citations,
    passageIds,
    passages: () => pages('passage', passageIds),
    sources: () => pages('source', [...sourceIds]),
    sourcesOf: async (passages) => {
      const sources = await read(
        'source',
        passages.map(({ source_id }) => source_id),
      )
      return new Map(sources.map(({ document }) => [document.id, document]))
    },
  }
}

function documentOf<K extends ResearchKind>({ document }: Live<K>): ResearchDocuments[K] {
  return document
}
