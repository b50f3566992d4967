import type { Call, Handler, Reply } from '@cairn/http-kernel/call'
import { Problem } from '@cairn/http-kernel/problem'
import type { Namespace } from '@cairn/memory-store/namespace'
import type { ResearchKind } from '@cairn/memory-store/research'
import { writableNamespace } from '@cairn/tenancy/open-namespace'
import type { LibraryBindings } from '../bindings.ts'
import { type Decided, type Decision, decideResearch } from './decide.ts'
import { draft, type Filled, putOf } from './draft.ts'
import { planPut } from './plan-put.ts'
import { researchReply } from './research-reply.ts'

/** Stores a research document that is new; without an id it gets one. */
export function createResearch(kind: ResearchKind): Handler<LibraryBindings> {
  return async (call: Call<LibraryBindings>): Promise<Reply> => {
    const namespace = await writableNamespace(call)
    const sent = call.body as Record<string, unknown>
    const id = (sent.id as string | undefined) ?? freshResearchId(kind, call.bindings)
    const decided = await decideResearch(call, namespace, async (reader) => {
      if ((await reader.read(kind, [id])).has(id)) throw idTaken(kind)
      const { puts, filled } = await planPut({
        kind,
        id,
        sent,
        before: null,
        reader,
        namespace,
        now: call.now,
      })
      return { puts, deletes: [], answer: filled }
    })
    return created(call, kind, { sent, namespace, decided })
  }
}

const PREFIXES: Readonly<Record<ResearchKind, string>> = {
  source: 'src',
  passage: 'psg',
  citation: 'cit',
  notebook: 'nb',
}

/** An id that no research document has. */
export function freshResearchId(kind: ResearchKind, { freshId }: Pick<LibraryBindings, 'freshId'>): string {
  return `${PREFIXES[kind]}-${freshId()}`
}

/** The refusal of an id that is in use. */
export function idTaken(kind: ResearchKind): Problem {
  const message = `A ${kind} of this namespace has that id. Leave the id out to get one, or replace what is there with PUT.`
  return new Problem('id_taken', message, { errors: [{ pointer: '/id', rule: 'id_taken', message }] })
}

interface Created {
  readonly sent: Readonly<Record<string, unknown>>
  readonly namespace: Namespace
  readonly decided: Decided<Decision>
}

/** A repeat makes the document of the first time again, from the same sending and what was filled in then. */
async function created(
  call: Call<LibraryBindings>,
  kind: ResearchKind,
  { sent, namespace, decided }: Created,
): Promise<Reply> {
  const put =
    decided.kind === 'decided'
      ? decided.decision.puts[0]!
      : await putOf(kind, await draft(kind, sent, decided.answer as Filled), null)
  const { version, receipt } = decided
  return researchReply(call, put, { namespace, version, receipt })
}
