import type { Sha256 } from '@cairn/contract/receipts'
import type { CommitRequest } from './commit-outcome.ts'

/** What a commit did to stored things, as commitments in the order of the commit. */
export interface Changes {
  /** what is stored now */
  readonly written?: readonly Sha256[]
  /** what no longer holds: replaced, deleted, retracted */
  readonly retired?: readonly Sha256[]
  /** what was found to hold still */
  readonly reverified?: readonly Sha256[]
}

/** A commit that changes no stored thing: a merge, an answer kept for a retry. */
export const NO_CHANGES: Changes = {}

/** A receipt ready to be stored by its commit. */
export interface SignedReceipt {
  readonly id: string
  readonly text: string
}

/** Signs the receipt of a commit. It names the commit and not its version, which is made inside the commit. */
export async function signReceipt(
  { commitId, at, signer }: CommitRequest,
  { operation, changes }: { readonly operation: string; readonly changes: Changes },
): Promise<SignedReceipt> {
  const id = `r${signer.random(ID_BYTES)}`
  const text = await signer.sign({
    type: 'cairn.receipt.v1',
    receipt_id: id,
    tenant: signer.tenant,
    namespace: signer.namespace,
    commit_id: commitId,
    operation,
    at: new Date(at).toISOString(),
    changes: Object.fromEntries(Object.entries(changes).filter(([, commitments]) => commitments.length > 0)),
  })
  return { id, text }
}

const ID_BYTES = 12
