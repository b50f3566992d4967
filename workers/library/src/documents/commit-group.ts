import { Problem } from '@cairn/http-kernel/problem'
import { sha256 } from '@cairn/http-kernel/sha-256'
import { commitDocuments, type DocumentsOutcome } from '@cairn/memory-store/commit-documents'
import type { Repeated } from '@cairn/memory-store/commit-outcome'
import { findCommit } from '@cairn/memory-store/find-commit'
import type { Namespace } from '@cairn/memory-store/namespace'
import { type DocumentState, readDocumentStates } from '@cairn/memory-store/passage'
import { recordAnswer } from '@cairn/memory-store/record-answer'
import type { NewDocument } from '@cairn/memory-store/stored-document'
import type { LibraryBindings } from '../bindings.ts'
import type { SteppingCommit } from '../maintenance/step-soon.ts'
import { documentSegment } from './document-segment.ts'
import { embedPassages, hasModel } from './embed-passages.ts'
import { type Fate, fatesOf, packFates, unpackFates } from './fate.ts'
import { measureDocument } from './measure-document.ts'
import type { ReadDocument } from './read-document.ts'

/** Where documents go, and under which name a retry finds what became of them. */
export interface Destination {
  readonly bindings: LibraryBindings
  readonly namespace: Namespace
  readonly source: string
  readonly requestHash: string
  /** Null where the client sent no Idempotency-Key: then each commit has an id of its own. */
  readonly commitId: string | null
}

/** What became of the documents of one commit, in their order. `version` null: there was nothing to write. */
export interface Settled extends SteppingCommit {
  readonly fates: readonly Fate[]
  /** of the commit; null without one */
  readonly receipt: string | null
}

/**
 * Writes documents in one commit, each with its passages whole. Another writer of the same documents makes it look again, at most
 * 5 times. Throws a Problem: `write_conflict`, `quota_exceeded`, `index_backlog`, `source_not_found`, `idempotency_mismatch`,
 * `embedder_unavailable`.
 */
export async function commitGroup(to: Destination, documents: readonly ReadDocument[]): Promise<Settled> {
  const name = await commitName(to, documents)
  const earlier = await repeated(to, name)
  if (earlier !== null) return earlier
  const measured = measuredOnce(to, documents)
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
    const settled = await attemptCommit({ to, name, documents, measured })
    if (settled !== null) return settled
    await to.bindings.pause(attempt * PAUSE_STEP_MS)
  }
  throw new Problem('write_conflict', 'Other writers kept replacing the same documents; send them again.')
}

const ATTEMPTS_MAX = 5
const PAUSE_STEP_MS = 20

interface CommitName {
  readonly commitId: string
  readonly requestHash: string
}

async function commitName(to: Destination, documents: readonly ReadDocument[]): Promise<CommitName> {
  const content = documents.map(({ sent, hash }) => [sent.id, hash])
  return {
    commitId: to.commitId ?? to.bindings.freshId(),
    requestHash: await sha256(JSON.stringify([to.requestHash, content])),
  }
}

async function repeated(to: Destination, { commitId, requestHash }: CommitName): Promise<Settled | null> {
  if (to.commitId === null) return null
  const logged = await findCommit(to.bindings.memory, { ns: to.namespace.ns, commitId })
  if (logged === null) return null
  if (logged.requestHash !== requestHash) throw keyTaken()
  return settledAgain(logged)
}

/** Measuring and embedding are most of the work of a commit, so a second attempt does not do it again. */
function measuredOnce(to: Destination, documents: readonly ReadDocument[]) {
  const done = new Map<number, NewDocument>()
  return async (places: readonly number[]): Promise<NewDocument[]> => {
    const missing = places.filter((place) => !done.has(place))
    const measured = await Promise.all(missing.map((place) => measureDocument(to.source, documents[place]!)))
    const made = await embedPassages(to, measured)
    for (const [index, place] of missing.entries()) done.set(place, made[index]!)
    return places.map((place) => done.get(place)!)
  }
}

interface Attempt {
  readonly to: Destination
  readonly name: CommitName
  readonly documents: readonly ReadDocument[]
  readonly measured: (places: readonly number[]) => Promise<NewDocument[]>
}

/** Null when another writer came between. */
async function attemptCommit({ to, name, documents, measured }: Attempt): Promise<Settled | null> {
  const { memory: db, quota, clock, signerOf } = to.bindings
  const { ns, embedder } = to.namespace
  const names = documents.map(({ sent }) => ({ source: to.source, id: sent.id }))
  const states = await readDocumentStates(db, { ns, documents: names })
  const fates = fatesOf(documents, states, hasModel(embedder))
  const written = places(fates)
  const request = { ns, ...name, at: clock(), answer: packFates(fates), signer: signerOf(to.namespace) }
  if (written.length === 0) {
    if (to.commitId === null) return { version: null, segmentBytes: 0, fates, receipt: null }
    return settle(await recordAnswer(db, request), { fates, segmentBytes: 0 })
  }
  const fresh = await measured(written)
  const seen = written.map((place) => states[place]!)
  const segment = documentSegment(fresh, buriedIn(seen))
  return settle(
    await commitDocuments(db, { ...request, documents: fresh, deletes: [], seen, segment, embedder, quota }),
    { fates, segmentBytes: segment.bytes.length },
  )
}

function places(fates: readonly Fate[]): number[] {
  return fates.flatMap(({ status }, place) => (status === 'unchanged' ? [] : [place]))
}

/** The passages a commit buries that replaces or deletes what was seen. */
export function buriedIn(seen: readonly DocumentState[]) {
  return seen.flatMap(({ passages }) => passages)
}

function settle(outcome: DocumentsOutcome, made: Omit<Settled, 'version' | 'receipt'>): Settled | null {
  switch (outcome.kind) {
    case 'committed':
      return { version: outcome.version, receipt: outcome.receipt, ...made }
    case 'repeated':
      return settledAgain(outcome)
    case 'changed':
      return null
    default:
      throw refusalOfCommit(outcome.kind)
  }
}

function settledAgain({ version, answer, receipt }: Repeated): Settled {
  return { version, segmentBytes: 0, fates: unpackFates(answer), receipt }
}

/** The Problem of a commit that the store refused. */
export function refusalOfCommit(
  kind: 'conflict_id' | 'over_quota' | 'backlog' | 'unknown_source' | 'embedder',
): Problem {
  switch (kind) {
    case 'conflict_id':
      return keyTaken()
    case 'over_quota':
      return new Problem('quota_exceeded', 'The namespace would hold more than its quota allows.')
    case 'backlog':
      return new Problem(
        'index_backlog',
        'Too much waits to be merged; merging has begun. Send it again later.',
      )
    case 'unknown_source':
      return new Problem('source_not_found', 'The source was deleted meanwhile.')
    case 'embedder':
      return new Problem(
        'write_conflict',
        'The embedder of the namespace was changed meanwhile; send it again.',
      )
  }
}

/** The refusal of a key that came with another request before. */
export function keyTaken(): Problem {
  return new Problem('idempotency_mismatch', 'The Idempotency-Key was used with another body; use a new key.')
}
