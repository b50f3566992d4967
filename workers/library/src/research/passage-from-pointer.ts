import { LIMITS } from '@cairn/contract/limits'
import { parsePointer } from '@cairn/contract/pointer'
import { FACTS_SOURCE } from '@cairn/fact/fact-passage'
import type { Call, Reply } from '@cairn/http-kernel/call'
import { Problem } from '@cairn/http-kernel/problem'
import type { ResearchPut } from '@cairn/memory-store/commit-research'
import type { Namespace } from '@cairn/memory-store/namespace'
import { readPointers } from '@cairn/memory-store/read-pointers'
import { readResearch } from '@cairn/memory-store/research'
import type { StoredFact } from '@cairn/memory-store/stored-fact'
import type { StoredPassage } from '@cairn/memory-store/stored-passage'
import { writableNamespace } from '@cairn/tenancy/open-namespace'
import type { LibraryBindings } from '../bindings.ts'
import { pointerNumber } from '../documents/answer-line.ts'
import { idTaken } from './create-research.ts'
import { type Decision, decideResearch, type Made } from './decide.ts'
import { absent, invalid } from './refusals.ts'
import type { ResearchReader } from './research-reader.ts'
import { researchReply } from './research-reply.ts'
import { startIn, type Taking, takePassage } from './take-passage.ts'

/** Makes a passage of what a pointer names, and the source it is from where that is not stored yet. Asked again, it is the same passage. */
export async function passageFromPointer(call: Call<LibraryBindings>): Promise<Reply> {
  const namespace = await writableNamespace(call)
  const { id } = call.body as { readonly id?: string }
  const decided = await decideResearch(call, namespace, async (reader) => {
    const stretch = await stretchAt(call, namespace, reader)
    const { source, passage } = await takePassage(reader, { namespace, ...stretch, id })
    return decisionOf(reader, { source, passage, isNamed: id !== undefined })
  })
  if (decided.kind === 'repeated')
    return again(call, namespace, { ...decided, id: (decided.answer as { id: string }).id })
  const { put, isNew } = decided.decision
  const { version, receipt } = decided
  return researchReply(call, put, { namespace, version, receipt, status: isNew ? 201 : 200 })
}

interface Taken extends Decision {
  readonly put: ResearchPut
  readonly isNew: boolean
}

async function decisionOf(
  reader: ResearchReader,
  taken: { readonly source: ResearchPut | null; readonly passage: ResearchPut; readonly isNamed: boolean },
): Promise<Taken> {
  const { source, passage, isNamed } = taken
  const isNew = !(await reader.read('passage', [passage.id])).has(passage.id)
  if (!isNew && isNamed) throw idTaken('passage')
  const fresh = source === null ? [passage] : [source, passage]
  return { puts: isNew ? fresh : [], deletes: [], put: passage, isNew, answer: { id: passage.id } }
}

/** What the pointer in the body names, as long as it is that still. Throws `pointer_not_found` or `pointer_gone`. */
async function stretchAt(
  call: Call<LibraryBindings>,
  namespace: Namespace,
  reader: ResearchReader,
): Promise<Pick<Taking, 'own' | 'text' | 'start'>> {
  const { pointer } = call.body as { readonly pointer: string }
  const address = parsePointer(pointerNumber(namespace), pointer)
  const refs = address === null ? [] : [address]
  const [read] = await readPointers(call.bindings.memory, { ns: namespace.ns, refs, now: call.now })
  if (read?.kind === 'passage') return inDocument(read.passage, reader)
  if (read?.kind === 'deleted') throw pointerGone()
  if (read?.kind === 'fact') {
    await call.authorize('facts:read')
    return ofFact(read.fact, reader)
  }
  throw new Problem('pointer_not_found', 'Nothing in this namespace has that pointer.')
}

async function inDocument(stored: StoredPassage, reader: ResearchReader) {
  const own = await reader.own({ source: stored.source, id: stored.documentId })
  if (own?.batch !== stored.batch) throw pointerGone()
  return { own, text: stored.text, start: startIn(own, stored) }
}

/** A fact is taken whole. */
async function ofFact({ factId }: StoredFact, reader: ResearchReader) {
  const own = await reader.own({ source: FACTS_SOURCE, id: factId })
  if (own === null) throw pointerGone()
  const length = [...own.text].length
  if (length > 0 && length <= LIMITS.passageLengthMax) return { own, text: own.text, start: 0 }
  const message = `found a fact whose value reads as ${length} characters, expected 1 to ${LIMITS.passageLengthMax}; store what it rests on with \`POST /v1/research/sources\` and the words that count with \`POST /v1/research/passages\``
  throw invalid([{ pointer: '/pointer', rule: 'passage_length', message }])
}

function pointerGone(): Problem {
  return new Problem('pointer_gone', 'What the pointer named was deleted, replaced or retracted.')
}

/** A passage never changes: what a repeat answers is what is stored. */
async function again(
  call: Call<LibraryBindings>,
  namespace: Namespace,
  { id, version, receipt }: { readonly id: string } & Made,
): Promise<Reply> {
  const names = [{ kind: 'passage' as const, id }]
  const [read] = await readResearch(call.bindings.memory, { ns: namespace.ns, names })
  if (read!.kind !== 'live') throw absent('passage', read!.kind)
  return researchReply(call, read!.research, { namespace, version, receipt })
}
