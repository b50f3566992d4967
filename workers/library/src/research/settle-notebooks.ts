import type { ResearchCitation, ResearchNotebook } from '@cairn/contract/research'
import type { ResearchPut } from '@cairn/memory-store/commit-research'
import type { ResearchName } from '@cairn/memory-store/research'
import { putOf } from './draft.ts'
import type { ResearchReader } from './research-reader.ts'
import { wholeSecond } from './whole-second.ts'

/** What is about to leave or to be another, and when (ms). */
export interface Upheaval {
  readonly removed: readonly ResearchName[]
  readonly changed: ReadonlyMap<string, ResearchCitation>
  readonly now: number
}

/**
 * The notebooks that a change reaches, as they are after it: they list no more what is removed, and an answered one without a supporting
 * citation is open again. A notebook that is removed itself is not among them.
 */
export async function settleNotebooks(reader: ResearchReader, upheaval: Upheaval): Promise<ResearchPut[]> {
  const { removed, changed, now } = upheaval
  const reached = [...removed, ...[...changed.keys()].map((id) => ({ kind: 'citation' as const, id }))]
  const gone = new Set(removed.map(keyOf))
  const citers = await reader.citersOf(reached)
  const notebooks = new Map(
    citers
      .filter(({ row }) => row.kind === 'notebook' && !gone.has(keyOf(row)))
      .map(({ row, document }) => [row.id, document as ResearchNotebook]),
  )
  const puts = []
  for (const notebook of notebooks.values()) {
    const after = await reopened(reader, without(notebook, gone), changed)
    const isOther = JSON.stringify(after) !== JSON.stringify(notebook)
    if (isOther) puts.push(await putOf('notebook', touched(after, now), null))
  }
  return puts
}

const keyOf = ({ kind, id }: ResearchName): string => `${kind} ${id}`

function without(notebook: ResearchNotebook, gone: ReadonlySet<string>): ResearchNotebook {
  const kept = (kind: ResearchName['kind'], ids: readonly string[]) =>
    ids.filter((id) => !gone.has(`${kind} ${id}`))
  return {
    ...notebook,
    source_ids: kept('source', notebook.source_ids),
    passage_ids: kept('passage', notebook.passage_ids),
    citation_ids: kept('citation', notebook.citation_ids),
  }
}

async function reopened(
  reader: ResearchReader,
  notebook: ResearchNotebook,
  changed: Upheaval['changed'],
): Promise<ResearchNotebook> {
  if (notebook.status !== 'answered') return notebook
  const stored = await reader.read('citation', notebook.citation_ids)
  const isSupported = notebook.citation_ids.some(
    (id) => (changed.get(id) ?? stored.get(id)?.document)?.support === 'supports',
  )
  return isSupported ? notebook : { ...notebook, status: 'open' }
}

/** Time never runs backwards in a notebook. */
function touched(notebook: ResearchNotebook, now: number): ResearchNotebook {
  const isLater = Math.floor(now / 1000) * 1000 > Date.parse(notebook.updated_at)
  return isLater ? { ...notebook, updated_at: wholeSecond(now) } : notebook
}
