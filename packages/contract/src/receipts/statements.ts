import { areDigests, type Sha256 } from './merkle.ts'
import { refuted, type Verification, type VerificationKey, verifySigned } from './signed-statement.ts'

/** What a commit left behind: what was written and what was retired, as commitments that only a salt opens. It may say more. */
export interface Receipt {
  readonly type: 'cairn.receipt.v1'
  readonly receipt_id: string
  readonly namespace: string
  readonly commit_id: string
  readonly [member: string]: unknown
}

/** The state of a namespace's log: how many receipts it has, and the root of their Merkle tree. It may say more. */
export interface Checkpoint {
  readonly type: 'cairn.checkpoint.v1'
  readonly namespace: string
  readonly size: number
  readonly root: Sha256
  readonly [member: string]: unknown
}

/** Verifies the stored text of a receipt: canonical bytes, hash, signature, and the members that every receipt has. */
export async function verifyReceipt(
  text: string,
  keys: readonly VerificationKey[],
): Promise<Verification<Receipt>> {
  return narrowed(await verifySigned(text, keys), isReceipt, 'a receipt')
}

/** Verifies the stored text of a checkpoint. */
export async function verifyCheckpoint(
  text: string,
  keys: readonly VerificationKey[],
): Promise<Verification<Checkpoint>> {
  return narrowed(await verifySigned(text, keys), isCheckpoint, 'a checkpoint')
}

type Members = Readonly<Record<string, unknown>>

function narrowed<S extends Members>(
  verified: Verification<Members>,
  is: (statement: Members) => statement is S,
  what: string,
): Verification<S> {
  if (!verified.ok) return verified
  const { statement } = verified
  return is(statement) ? { ...verified, statement } : refuted('malformed', `the statement is not ${what}`)
}

const isReceipt = (statement: Members): statement is Receipt =>
  statement.type === 'cairn.receipt.v1' &&
  [statement.receipt_id, statement.namespace, statement.commit_id].every(
    (text) => typeof text === 'string' && text !== '',
  )

const isCheckpoint = (statement: Members): statement is Checkpoint =>
  statement.type === 'cairn.checkpoint.v1' &&
  typeof statement.namespace === 'string' &&
  Number.isSafeInteger(statement.size) &&
  (statement.size as number) >= 0 &&
  areDigests([statement.root])
