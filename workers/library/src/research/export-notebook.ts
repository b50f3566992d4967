import type { ResearchDocuments, ResearchNotebook } from '@cairn/contract/research'
import type { Call, Reply } from '@cairn/http-kernel/call'
import { consistencyToken } from '@cairn/tenancy/consistency-token'
import type { LibraryBindings } from '../bindings.ts'
import { findResearch } from './get-research.ts'
import { notebookMarkdown } from './notebook-markdown.ts'
import { ResearchReader } from './research-reader.ts'

/** A notebook with what it stands on; absent documents are left out. */
export interface WholeNotebook {
  readonly notebook: ResearchNotebook
  readonly citations: readonly ResearchDocuments['citation'][]
  readonly passages: readonly ResearchDocuments['passage'][]
  readonly sources: readonly ResearchDocuments['source'][]
}

/** A notebook with all that it lists and cites, in the order it names them, as JSON or as Markdown with footnotes. */
export async function exportNotebook(call: Call<LibraryBindings>): Promise<Reply> {
  const { namespace, row } = await findResearch(call, 'notebook')
  const reader = new ResearchReader(call.bindings.memory, namespace.ns)
  const whole = await wholeNotebook(reader, JSON.parse(row.document))
  const headers = consistencyToken(namespace)
  if (call.input.format !== 'markdown') return { body: whole, headers }
  return { bytes: notebookMarkdown(whole), type: 'text/markdown; charset=utf-8', headers }
}

async function wholeNotebook(reader: ResearchReader, notebook: ResearchNotebook): Promise<WholeNotebook> {
  const citations = await reader.read('citation', notebook.citation_ids)
  const cited = [...citations.values()].flatMap(({ document }) => document.passage_ids)
  const passages = await reader.read('passage', [...cited, ...notebook.passage_ids])
  const taken = [...passages.values()].map(({ document }) => document.source_id)
  const sources = await reader.read('source', [...taken, ...notebook.source_ids])
  return {
    notebook,
    citations: [...citations.values()].map(({ document }) => document),
    passages: [...passages.values()].map(({ document }) => document),
    sources: [...sources.values()].map(({ document }) => document),
  }
}
