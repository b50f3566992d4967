import type { ResearchNotebook, ResearchPassage } from '@cairn/contract/research'
import type { ResearchKind, ResearchName } from '@cairn/memory-store/research'
import type { Decision } from './decide.ts'
import { stillCited } from './refusals.ts'
import type { Live, ResearchReader } from './research-reader.ts'
import { settleNotebooks } from './settle-notebooks.ts'

/** A research document about to be deleted. */
export interface Deletion {
  readonly live: Live
  readonly isCascading: boolean
  readonly reader: ResearchReader
  readonly now: number
}

/**
 * What leaves with a document, and the notebooks that lose it. With a source go its passages; with a notebook what only it lists or
 * cites; citations stay, and show what they lost. Throws `still_cited` where something stands on it and nothing else may leave.
 */
export async function planDelete({ live, isCascading, reader, now }: Deletion): Promise<Decision> {
  const { kind, id } = live.row
  const own: ResearchName = { kind, id }
  const citers = await reader.citersOf([own])
  if (!isCascading && citers.length > 0)
    throw stillCited(
      kind,
      citers.map(({ row }) => row),
    )
  const removed = isCascading ? await leaving(reader, live, citers) : [own]
  const puts = await settleNotebooks(reader, { removed, changed: new Map(), now })
  return { puts, deletes: removed }
}

async function leaving(reader: ResearchReader, live: Live, citers: readonly Live[]): Promise<ResearchName[]> {
  const own: ResearchName = { kind: live.row.kind, id: live.row.id }
  if (own.kind === 'notebook') return [own, ...(await onlyOf(reader, live.document as ResearchNotebook))]
  const passages = own.kind === 'source' ? citers.filter(({ row }) => row.kind === 'passage') : []
  return [own, ...passages.map(({ row }) => ({ kind: row.kind, id: row.id }))]
}

/** What nothing else names but the notebook and what leaves with it. */
async function onlyOf(reader: ResearchReader, notebook: ResearchNotebook): Promise<ResearchName[]> {
  const gone = new Set([`notebook ${notebook.id}`])
  const leave = async (kind: ResearchKind, ids: readonly string[]): Promise<ResearchName[]> => {
    const live = [...(await reader.read(kind, ids)).keys()].map((id) => ({ kind, id }))
    const citers = await reader.citersOf(live)
    const kept = new Set(
      citers.filter(({ row }) => !gone.has(`${row.kind} ${row.id}`)).map(({ of }) => of.id),
    )
    const names = live.filter(({ id }) => !kept.has(id))
    for (const { id } of names) gone.add(`${kind} ${id}`)
    return names
  }
  const citations = await leave('citation', notebook.citation_ids)
  const cited = await reader.read(
    'citation',
    citations.map(({ id }) => id),
  )
  const passages = await leave('passage', [
    ...notebook.passage_ids,
    ...[...cited.values()].flatMap(({ document }) => document.passage_ids),
  ])
  const taken = await reader.read(
    'passage',
    passages.map(({ id }) => id),
  )
  const sources = await leave('source', [
    ...notebook.source_ids,
    ...[...taken.values()].map(({ document }) => (document as ResearchPassage).source_id),
  ])
  return [...citations, ...passages, ...sources]
}
