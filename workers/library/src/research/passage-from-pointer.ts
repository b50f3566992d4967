import { parsePointer } from '@cairn/contract/pointer'
import type { Call, Reply } from '@cairn/http-kernel/call'
import { Problem } from '@cairn/http-kernel/problem'
import type { ResearchPut } from '@cairn/memory-store/commit-research'
import type { Namespace } from '@cairn/memory-store/namespace'
import { readPointers } from '@cairn/memory-store/read-pointers'
import { readResearch } from '@cairn/memory-store/research'
import type { StoredPassage } from '@cairn/memory-store/stored-passage'
import { writableNamespace } from '@cairn/tenancy/open-namespace'
import type { LibraryBindings } from '../bindings.ts'
import { pointerNumber } from '../documents/answer-line.ts'
import { idTaken } from './create-research.ts'
import { type Decision, decideResearch, type Made } from './decide.ts'
import { absent } from './refusals.ts'
import type { ResearchReader } from './research-reader.ts'
import { researchReply } from './research-reply.ts'
import { takePassage } from './take-passage.ts'

/** Makes a passage of what a pointer names, and the source it is from where that is not stored yet. Asked again, it is the same passage. */
export async function passageFromPointer(call: Call<LibraryBindings>): Promise<Reply> {
  const namespace = await writableNamespace(call)
  const { id } = call.body as { readonly id?: string }
  const decided = await decideResearch(call, namespace, async (reader) => {
    const stored = await pointedAt(call, namespace)
    const own = await reader.own({ source: stored.source, id: stored.documentId })
    if (own?.batch !== stored.batch) throw pointerGone()
    const { source, passage } = await takePassage(reader, { namespace, stored, own, id })
    return decisionOf(reader, { source, passage, isNamed: id !== undefined })
  })
  if (decided.kind === 'repeated')
    return again(call, namespace, { ...decided, id: (decided.answer as { id: string }).id })
  const { put, isNew } = decided.decision
  const { version, receipt } = decided
  return researchReply(call, put, { namespace, version, receipt, status: isNew ? 201 : 200 })
}

interface Taking extends Decision {
  readonly put: ResearchPut
  readonly isNew: boolean
}

async function decisionOf(
  reader: ResearchReader,
  taken: { readonly source: ResearchPut | null; readonly passage: ResearchPut; readonly isNamed: boolean },
): Promise<Taking> {
  const { source, passage, isNamed } = taken
  const isNew = !(await reader.read('passage', [passage.id])).has(passage.id)
  if (!isNew && isNamed) throw idTaken('passage')
  const fresh = source === null ? [passage] : [source, passage]
  return { puts: isNew ? fresh : [], deletes: [], put: passage, isNew, answer: { id: passage.id } }
}

/** What the pointer in the body names. Throws `pointer_not_found` or `pointer_gone`. */
async function pointedAt(call: Call<LibraryBindings>, namespace: Namespace): Promise<StoredPassage> {
  const { pointer } = call.body as { readonly pointer: string }
  const address = parsePointer(pointerNumber(namespace), pointer)
  const refs = address === null ? [] : [address]
  const [read] = await readPointers(call.bindings.memory, { ns: namespace.ns, refs, now: call.now })
  if (read?.kind === 'passage') return read.passage
  if (read?.kind === 'deleted') throw pointerGone()
  if (read?.kind === 'fact') throw new Problem('pointer_not_found', OF_A_FACT)
  throw new Problem('pointer_not_found', 'No passage of this namespace has that pointer.')
}

const OF_A_FACT =
  'The pointer names a fact, which is a passage of no document. To cite it, store what it rests on with `POST /v1/research/sources` and its words with `POST /v1/research/passages`.'

function pointerGone(): Problem {
  return new Problem('pointer_gone', 'What the pointer named was deleted or replaced.')
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
