import type { CitationVerdict, ResearchCitation, ResearchNotebook } from '@cairn/contract/research'
import type { Call, Reply } from '@cairn/http-kernel/call'
import type { ResearchPut } from '@cairn/memory-store/commit-research'
import type { Namespace } from '@cairn/memory-store/namespace'
import type { StoredResearch } from '@cairn/memory-store/research'
import { consistencyToken } from '@cairn/tenancy/consistency-token'
import type { LibraryBindings } from '../bindings.ts'
import { receiptHeader } from '../receipts/receipt-header.ts'
import { decideResearch } from './decide.ts'
import { putOf } from './draft.ts'
import { findResearch } from './get-research.ts'
import { absent } from './refusals.ts'
import { ResearchReader } from './research-reader.ts'
import { settleNotebooks } from './settle-notebooks.ts'
import { verdictsOf } from './verdicts.ts'

/**
 * Judges every citation of a notebook, in its order. It changes nothing; with `apply` the citations that fail become `unverified`, and an
 * answered notebook that has no other support is open again.
 */
export async function checkNotebook(call: Call<LibraryBindings>): Promise<Reply> {
  const isApplied = call.input.apply === true
  if (isApplied) await call.authorize('library:write')
  const { namespace, row } = await findResearch(call, 'notebook')
  if (isApplied) return apply(call, namespace, row)
  const reader = new ResearchReader(call.bindings.memory, { ns: namespace.ns, now: call.now })
  const { verdicts } = await judge(reader, JSON.parse(row.document))
  return { body: verdicts, headers: consistencyToken(namespace) }
}

interface Judged {
  readonly citations: readonly ResearchCitation[]
  readonly verdicts: readonly CitationVerdict[]
}

async function judge(reader: ResearchReader, notebook: ResearchNotebook): Promise<Judged> {
  const stored = await reader.read('citation', notebook.citation_ids)
  const citations = notebook.citation_ids.flatMap((id) => stored.get(id)?.document ?? [])
  return { citations, verdicts: await verdictsOf(reader, citations) }
}

async function apply(
  call: Call<LibraryBindings>,
  namespace: Namespace,
  { id }: StoredResearch,
): Promise<Reply> {
  const decided = await decideResearch(call, namespace, async (reader) => {
    const live = (await reader.read('notebook', [id])).get(id)
    if (live === undefined) throw absent('notebook', 'deleted')
    const judged = await judge(reader, live.document)
    return { puts: await unverified(reader, judged, call.now), deletes: [], verdicts: judged.verdicts }
  })
  if (decided.kind === 'repeated') throw new Error('a check has no key')
  const headers = { ...consistencyToken(namespace, decided.version), ...receiptHeader(decided.receipt) }
  return { body: decided.decision.verdicts, headers }
}

/** The citations that fail as unverified ones, and the notebooks that lose their support. */
async function unverified(
  reader: ResearchReader,
  { citations, verdicts }: Judged,
  now: number,
): Promise<ResearchPut[]> {
  const failing = citations.filter(
    ({ support }, place) => verdicts[place]!.verdict === 'fails' && support !== 'unverified',
  )
  const changed = failing.map((citation) => ({ ...citation, support: 'unverified' as const }))
  const puts = await Promise.all(changed.map((citation) => putOf('citation', citation, null)))
  const notebooks = await settleNotebooks(reader, {
    removed: [],
    changed: new Map(changed.map((citation) => [citation.id, citation])),
    now,
  })
  return [...puts, ...notebooks]
}
