import { FACTS_SOURCE } from '@cairn/fact/fact-passage'
import { listDocuments } from '@cairn/memory-store/document'
import { commitFactErasure, readErasableFacts } from '@cairn/memory-store/erase-facts'
import { eraseNamespace } from '@cairn/memory-store/erase-namespace'
import type { ErasureTarget, Removed } from '@cairn/memory-store/erasure'
import type { Namespace } from '@cairn/memory-store/namespace'
import { type MadeFrom, sourcesMadeFrom } from '@cairn/memory-store/research'
import { deleteSource } from '@cairn/memory-store/source'
import { countResearch } from '@cairn/memory-store/usage'
import type { LibraryBindings } from '../bindings.ts'
import { buryDocuments } from '../documents/bury-documents.ts'
import { decideResearch } from '../research/decide.ts'
import { planDelete } from '../research/plan-delete.ts'
import { packOwn } from '../research/source-mark.ts'
import { oneCommit } from '../sources/delete-source.ts'
import { burialSegmentOf } from './fact-burial.ts'

/** What one piece of an erasure took out of the rows. */
export interface RowsErased {
  readonly removed: Removed
  /** of the last commit that removed anything */
  readonly receipt: string | null
  readonly isMore: boolean
}

const NONE: Removed = { documents: 0, facts: 0, research: 0 }
const COMMITS_MAX = 50

/** Takes what is to be erased out of the rows, at most 50 commits of it: documents or facts, with what research took from them, or everything. */
export async function eraseRows(
  bindings: LibraryBindings,
  namespace: Namespace,
  target: ErasureTarget,
): Promise<RowsErased> {
  const all = { removed: NONE, receipt: null as string | null }
  for (let commit = 0; commit < COMMITS_MAX; commit++) {
    const one = await eraseOnce(bindings, namespace, target)
    if (one === null) return { ...all, isMore: false }
    all.removed = added(all.removed, one.removed)
    all.receipt = one.receipt ?? all.receipt
    if (target.scope === 'namespace') return { ...all, isMore: false }
  }
  return { ...all, isMore: true }
}

interface Erased {
  readonly removed: Partial<Removed>
  readonly receipt: string | null
}

function added(a: Removed, b: Partial<Removed>): Removed {
  return {
    documents: a.documents + (b.documents ?? 0),
    facts: a.facts + (b.facts ?? 0),
    research: a.research + (b.research ?? 0),
  }
}

/** One commit; null: nothing is left. */
async function eraseOnce(
  bindings: LibraryBindings,
  namespace: Namespace,
  target: ErasureTarget,
): Promise<Erased | null> {
  switch (target.scope) {
    case 'document': {
      const name = { source: target.source, id: target.document }
      return (
        (await eraseTaken(bindings, namespace, { marks: [packOwn(name)], isPrefix: false })) ??
        eraseDocuments(bindings, namespace, [name])
      )
    }
    case 'source':
      return eraseSource(bindings, namespace, target.source)
    case 'entity':
      return eraseFacts(bindings, namespace, target.entity)
    case 'namespace':
      return eraseAll(bindings, namespace)
    default:
      return target satisfies never
  }
}

async function eraseSource(
  bindings: LibraryBindings,
  namespace: Namespace,
  source: string,
): Promise<Erased | null> {
  const mark = packOwn({ source, id: '' }).slice(0, -'""]'.length)
  const taken = await eraseTaken(bindings, namespace, { marks: [mark], isPrefix: true })
  if (taken !== null) return taken
  const { ns } = namespace
  const rows = await listDocuments(bindings.memory, { ns, source, after: null, limit: 250 })
  if (rows.length > 0) return eraseDocuments(bindings, namespace, oneCommit(rows))
  await deleteSource(bindings.memory, { ns, id: source, at: bindings.clock() })
  return null
}

async function eraseDocuments(
  bindings: LibraryBindings,
  namespace: Namespace,
  documents: readonly { readonly source: string; readonly id: string }[],
): Promise<Erased | null> {
  const { deleted, receipt } = await buryDocuments(bindings, { namespace, at: bindings.clock(), documents })
  return deleted === 0 ? null : { removed: { documents: deleted }, receipt }
}

/** Research sources that were made from what is erased go with their passages: they are copies of it. */
async function eraseTaken(
  bindings: LibraryBindings,
  namespace: Namespace,
  made: Omit<MadeFrom, 'ns'>,
): Promise<Erased | null> {
  const [id] = await sourcesMadeFrom(bindings.memory, { ns: namespace.ns, ...made })
  if (id === undefined) return null
  const now = bindings.clock()
  const call = { bindings, now, idempotencyKey: null, requestHash: '' }
  const decided = await decideResearch(call, namespace, async (reader) => {
    const live = (await reader.read('source', [id])).get(id)
    return live === undefined
      ? { puts: [], deletes: [] }
      : planDelete({ live, isCascading: true, reader, now })
  })
  if (decided.kind === 'repeated') throw new Error('an erasure has no key')
  return { removed: { research: decided.decision.deletes.length }, receipt: null }
}

async function eraseFacts(
  bindings: LibraryBindings,
  namespace: Namespace,
  entity: string,
): Promise<Erased | null> {
  const { memory, freshId, clock, signerOf } = bindings
  const { ns } = namespace
  const facts = await readErasableFacts(memory, { ns, entity })
  if (facts.length === 0) return null
  const marks = facts.map(({ fact }) => packOwn({ source: FACTS_SOURCE, id: fact.factId }))
  const taken = await eraseTaken(bindings, namespace, { marks, isPrefix: false })
  if (taken !== null) return taken
  const outcome = await commitFactErasure(memory, {
    ns,
    commitId: freshId(),
    requestHash: '',
    at: clock(),
    answer: '{}',
    signer: signerOf(namespace),
    facts,
    segment: burialSegmentOf(facts),
  })
  if (outcome.kind === 'conflict_id') throw new Error('a random commit id was taken')
  if (outcome.kind === 'changed') return { removed: {}, receipt: null }
  return { removed: { facts: facts.length }, receipt: outcome.receipt }
}

async function eraseAll(bindings: LibraryBindings, namespace: Namespace): Promise<Erased> {
  const { memory, freshId, clock, signerOf } = bindings
  const research = await countResearch(memory, namespace)
  const request = { ns: namespace.ns, commitId: freshId(), requestHash: '', at: clock(), answer: '{}' }
  const outcome = await eraseNamespace(memory, { ...request, signer: signerOf(namespace) })
  if (outcome.kind === 'conflict_id') throw new Error('a random commit id was taken')
  const { documents, facts } = namespace
  const counted = Object.values(research).reduce((sum, count) => sum + count, 0)
  return { removed: { documents, facts, research: counted }, receipt: outcome.receipt }
}
