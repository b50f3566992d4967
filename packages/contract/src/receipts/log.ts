import { leafHash, type Sha256, verifyConsistency, verifyInclusion } from './merkle.ts'
import { type Refuted, refuted, type VerificationKey } from './signed-statement.ts'
import { type Checkpoint, type Receipt, verifyCheckpoint, verifyReceipt } from './statements.ts'

/** Where a receipt stands in a log, and the hashes beside its path. */
export interface InclusionProof {
  readonly index: number
  readonly hashes: readonly Sha256[]
}

/** Verifies, without asking anybody, that a receipt is genuine and stands in the log that a genuine checkpoint describes. */
export async function receiptInLog(given: {
  readonly receipt: string
  readonly checkpoint: string
  readonly proof: InclusionProof
  readonly keys: readonly VerificationKey[]
}): Promise<{ readonly ok: true; readonly receipt: Receipt; readonly checkpoint: Checkpoint } | Refuted> {
  const [receipt, checkpoint] = await Promise.all([
    verifyReceipt(given.receipt, given.keys),
    verifyCheckpoint(given.checkpoint, given.keys),
  ])
  if (!receipt.ok) return receipt
  if (!checkpoint.ok) return checkpoint
  const { namespace, size, root } = checkpoint.statement
  if (receipt.statement.namespace !== namespace)
    return refuted('other_log', 'the checkpoint is of another namespace')
  const leaf = await leafHash(receipt.bytes)
  return (await verifyInclusion({ leaf, size, root, ...given.proof }))
    ? { ok: true, receipt: receipt.statement, checkpoint: checkpoint.statement }
    : refuted('not_included', 'the proof does not lead to the root of the checkpoint')
}

/** Verifies that the log of an earlier checkpoint is the beginning of the log of a later one: nothing was taken back or changed. */
export async function checkpointConsistency(given: {
  readonly first: string
  readonly second: string
  readonly hashes: readonly Sha256[]
  readonly keys: readonly VerificationKey[]
}): Promise<{ readonly ok: true; readonly first: Checkpoint; readonly second: Checkpoint } | Refuted> {
  const first = await verifyCheckpoint(given.first, given.keys)
  if (!first.ok) return first
  const second = await verifyCheckpoint(given.second, given.keys)
  if (!second.ok) return second
  if (first.statement.namespace !== second.statement.namespace)
    return refuted('other_log', 'the checkpoints are of different namespaces')
  const isConsistent = await verifyConsistency({
    first: first.statement,
    second: second.statement,
    hashes: given.hashes,
  })
  return isConsistent
    ? { ok: true, first: first.statement, second: second.statement }
    : refuted('not_consistent', 'the proof does not lead from one root to the other')
}
