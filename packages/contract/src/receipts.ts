export { commitmentOf, type Opening } from './receipts/commitment.ts'
export {
  checkpointConsistency,
  type InclusionProof,
  receiptInLog,
} from './receipts/log.ts'
export {
  leafHash,
  nodeHash,
  rootOfNothing,
  type Sha256,
  verifyConsistency,
  verifyInclusion,
} from './receipts/merkle.ts'
export type {
  ReceiptFault,
  Refuted,
  Verification,
  VerificationKey,
} from './receipts/signed-statement.ts'
export { type Checkpoint, type Receipt, verifyCheckpoint, verifyReceipt } from './receipts/statements.ts'
