import { factSegment } from '@cairn/fact/fact-segment'
import type { Call } from '@cairn/http-kernel/call'
import { commitFacts, type FactsOutcome } from '@cairn/memory-store/commit-facts'
import type { CommitRequest } from '@cairn/memory-store/commit-outcome'
import { factId } from '@cairn/memory-store/fact-row'
import type { SeenSlug } from '@cairn/memory-store/guard-current'
import type { Namespace } from '@cairn/memory-store/namespace'
import { recordAnswer } from '@cairn/memory-store/record-answer'
import type { NewFact } from '@cairn/memory-store/stored-fact'
import type { FactsBindings } from '../bindings.ts'
import { foldQuietly, foldSoon } from '../index/fold-segments.ts'
import { factsProblem } from '../store-problems.ts'

/** What became of facts that were stated, in their order. */
export interface Stated {
  readonly version: number
  /** When the answer was decided, ms; null: it is decided now. */
  readonly at: number | null
  /** of the commit; null where there was none */
  readonly receipt: string | null
  readonly facts: readonly { readonly factId: string; readonly existed: boolean }[]
}

/** Facts to be stated in one commit. */
export interface Statements {
  readonly namespace: Namespace
  readonly facts: readonly NewFact[]
  /** Where in the body each stands, as a JSON Pointer: a refusal says which fact it is about. */
  readonly pointers: readonly string[]
  readonly seen: SeenSlug | null
}

/**
 * States facts: the one way in which every operation does. What says the same as the fact before it in its slug is that fact; the
 * others are written in one commit, all or none. A repeated Idempotency-Key answers as it did the first time.
 */
export async function stateFacts(call: Call<FactsBindings>, statements: Statements): Promise<Stated> {
  const { ns, head } = statements.namespace
  const commitId = call.idempotencyKey ?? call.bindings.freshId()
  const signer = call.bindings.signerOf(statements.namespace)
  const request = { ns, commitId, requestHash: call.requestHash, at: call.now, signer }
  const fates: (Fate | null)[] = statements.facts.map(() => null)
  for (;;) {
    const places = fates.flatMap((fate, place) => (fate === null ? [place] : []))
    const answer = keptAnswer(fates)
    const outcome = await attempt(call, { ...request, answer }, { ...statements, places })
    if (outcome === null) return { ...tell(answer, head), version: head, at: null, receipt: null }
    switch (outcome.kind) {
      case 'committed':
        foldSoon(call, statements.namespace, outcome.version)
        return { ...outcome, ...tell(outcome.answer, outcome.version) }
      case 'repeated':
        return { ...outcome, ...tell(outcome.answer, outcome.version) }
      case 'repeat':
        fates[places[outcome.index]!] = outcome.factId
        break
      case 'repeat_within':
        fates[places[outcome.index]!] = places[outcome.of]!
        break
      default:
        throw factsProblem(outcome, (index) => statements.pointers[places[index]!]!)
    }
  }
}

/** A fact that is written has none; one that existed has the id of that one, or the place of the one before it that it repeats. */
type Fate = string | number

/** Null: there is nothing to write, and no key under which to keep that. */
async function attempt(
  { bindings, idempotencyKey }: Call<FactsBindings>,
  request: CommitRequest,
  { namespace, facts, places, seen }: Omit<Statements, 'pointers'> & { readonly places: readonly number[] },
): Promise<FactsOutcome | null> {
  const { memory, quota } = bindings
  if (places.length === 0) return idempotencyKey === null ? null : recordAnswer(memory, request)
  const written = places.map((place) => facts[place]!)
  const segment = await factSegment(written, request.commitId)
  const commit = { ...request, facts: written, segment, seen, quota }
  const outcome = await commitFacts(memory, commit)
  if (outcome.kind !== 'backlog') return outcome
  await foldQuietly(bindings, namespace)
  return commitFacts(memory, commit)
}

/** What a commit keeps of its answer: the fates in order; the ids of new facts are made of the version. */
interface KeptAnswer {
  readonly existing: Fate | null | readonly (Fate | null)[]
}

function keptAnswer(fates: readonly (Fate | null)[]): string {
  return JSON.stringify({ existing: fates } satisfies KeptAnswer)
}

function tell(answer: string, version: number): Pick<Stated, 'facts'> {
  const fates = [(JSON.parse(answer) as KeptAnswer).existing].flat()
  let written = 0
  const ids: string[] = []
  for (const fate of fates)
    ids.push(typeof fate === 'string' ? fate : fate === null ? factId(version, written++) : ids[fate]!)
  return { facts: fates.map((fate, place) => ({ factId: ids[place]!, existed: fate !== null })) }
}
