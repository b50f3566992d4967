import { citationReasons, type ResearchCitation, type ResearchPassage } from '@cairn/contract/research'
import type { Handler } from '@cairn/http-kernel/call'
import { heldFacts } from './passages.ts'
import { type FakeBindings, pointerOf, type Space, spaceOf } from './space.ts'

type Sent = Readonly<Record<string, unknown>>

/** Research documents in memory, as far as a scenario asks for them. A passage keeps which document it was taken from. */
export const RESEARCH: Readonly<Record<string, Handler<FakeBindings>>> = {
  passageFromPointer: async (call) => {
    const space = spaceOf(call)
    const { pointer } = call.body as { readonly pointer: string }
    const hit = [...heldFacts(space), ...space.passages].find((one) => pointerOf(space, one) === pointer)!
    return keep(space, 'passage', { source_id: 's', text: hit.text, document: hit.document })
  },
  createCitation: async (call) => judged(spaceOf(call), keep(spaceOf(call), 'citation', call.body as Sent)),
  putCitation: async (call) => {
    const { id = '' } = call.path
    return judged(spaceOf(call), keep(spaceOf(call), 'citation', { ...(call.body as Sent), id }))
  },
  getCitation: async (call) =>
    judged(spaceOf(call), { body: { id: '', ...spaceOf(call).research.get(call.path.id!) } }),
  createNotebook: async (call) => keep(spaceOf(call), 'notebook', call.body as Sent),
  checkNotebook: async (call) => {
    const space = spaceOf(call)
    const { citation_ids } = space.research.get(call.path.id!) as { readonly citation_ids: readonly string[] }
    return { body: citation_ids.map((id) => verdictOf(space, id)) }
  },
}

function keep(space: Space, kind: string, sent: Sent) {
  const { id = `${kind}-${space.research.size}` } = sent as { readonly id?: string }
  space.research.set(id, { ...sent, id })
  return { body: { ...sent, id } }
}

function judged(space: Space, reply: { readonly body: { readonly id: string } }) {
  const { verdict, reasons } = verdictOf(space, reply.body.id)
  const told = verdict === 'holds' ? verdict : `fails; reasons="${reasons.join(' ')}"`
  return { ...reply, headers: { 'Citation-Verdict': told } }
}

function verdictOf(space: Space, citation_id: string) {
  const citation = space.research.get(citation_id) as unknown as ResearchCitation
  const passages = citation.passage_ids.map(
    (id) => space.research.get(id) as unknown as ResearchPassage & { readonly document: string },
  )
  const isChanged = passages.some(({ document, text }) => textOf(space, document) !== text)
  const reasons = [...(isChanged ? ['source_changed'] : []), ...citationReasons(citation, passages)]
  return { citation_id, verdict: reasons.length === 0 ? 'holds' : 'fails', reasons }
}

/** What a document says now, or the fact that holds at a slug. */
function textOf(space: Space, name: string): string | undefined {
  return (
    space.documents.get(name)?.sent.text ?? heldFacts(space).find(({ document }) => document === name)?.text
  )
}
