import type { Call } from '@cairn/http-kernel/call'
import { Problem } from '@cairn/http-kernel/problem'
import { commitResearch, type ResearchOutcome, type ResearchPut } from '@cairn/memory-store/commit-research'
import { findCommit } from '@cairn/memory-store/find-commit'
import type { Namespace } from '@cairn/memory-store/namespace'
import { recordAnswer } from '@cairn/memory-store/record-answer'
import type { ResearchName } from '@cairn/memory-store/research'
import type { LibraryBindings } from '../bindings.ts'
import { keyTaken, refusalOfCommit } from '../documents/commit-group.ts'
import { ResearchReader } from './research-reader.ts'

/** What a decision needs of a call. */
export type Deciding = Pick<Call<LibraryBindings>, 'bindings' | 'idempotencyKey' | 'requestHash' | 'now'>

/** What a call comes to: what it writes, and what a repeat of it needs to answer the same. */
export interface Decision {
  readonly puts: readonly ResearchPut[]
  readonly deletes: readonly ResearchName[]
  readonly answer?: object
}

/** A decision that holds, or what an earlier sending under the same Idempotency-Key left to answer from. */
export type Decided<D extends Decision> =
  | ({ readonly kind: 'decided'; readonly decision: D } & Made)
  | ({ readonly kind: 'repeated'; readonly answer: unknown } & Made)

/** What a commit made; `receipt` null where there was nothing to write, or it is older than receipts. */
export interface Made {
  readonly version: number
  readonly receipt: string | null
}

/**
 * Decides from what is stored and commits the decision; when another writer came between, it looks and decides again, at most 5 times.
 * A decision to write nothing commits nothing. Throws what `decide` throws, `write_conflict`, `quota_exceeded`, `idempotency_mismatch`.
 */
export async function decideResearch<D extends Decision>(
  call: Deciding,
  namespace: Namespace,
  decide: (reader: ResearchReader) => Promise<D>,
): Promise<Decided<D>> {
  const earlier = await repeated<D>(call, namespace)
  if (earlier !== null) return earlier
  const { bindings } = call
  const commitId = call.idempotencyKey ?? bindings.freshId()
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
    const reader = new ResearchReader(bindings.memory, { ns: namespace.ns, now: call.now })
    const decision = await decide(reader)
    const outcome = await commitDecision(call, namespace, { decision, reader, commitId })
    if (outcome.kind === 'committed' || outcome.kind === 'nothing')
      return { ...outcome, kind: 'decided', decision }
    if (outcome.kind === 'repeated') return { ...outcome, answer: JSON.parse(outcome.answer) }
    if (outcome.kind !== 'changed') throw refusalOfCommit(outcome.kind)
    await bindings.pause(attempt * PAUSE_STEP_MS)
  }
  throw new Problem('write_conflict', 'Other writers kept coming between; send it again.')
}

const ATTEMPTS_MAX = 5
const PAUSE_STEP_MS = 20

async function repeated<D extends Decision>(
  { bindings, idempotencyKey, requestHash }: Deciding,
  { ns }: Namespace,
): Promise<Decided<D> | null> {
  if (idempotencyKey === null) return null
  const logged = await findCommit(bindings.memory, { ns, commitId: idempotencyKey })
  if (logged === null) return null
  if (logged.requestHash !== requestHash) throw keyTaken()
  return { ...logged, answer: JSON.parse(logged.answer) }
}

interface Attempt {
  readonly decision: Decision
  readonly reader: ResearchReader
  readonly commitId: string
}

async function commitDecision(
  { bindings, idempotencyKey, requestHash, now }: Deciding,
  namespace: Namespace,
  { decision, reader, commitId }: Attempt,
): Promise<ResearchOutcome | ({ readonly kind: 'nothing' } & Made)> {
  const { puts, deletes, answer = {} } = decision
  const { ns, head } = namespace
  const signer = bindings.signerOf(namespace)
  const request = { ns, commitId, requestHash, at: now, answer: JSON.stringify(answer), signer }
  if (puts.length > 0 || deletes.length > 0)
    return commitResearch(bindings.memory, {
      ...request,
      puts,
      deletes,
      ...reader.account,
      quota: bindings.quota,
    })
  if (idempotencyKey === null) return { kind: 'nothing', version: head, receipt: null }
  return recordAnswer(bindings.memory, request)
}
