import { commitmentOf } from '@cairn/contract/receipts'
import type { Handler } from '@cairn/http-kernel/call'
import { Problem } from '@cairn/http-kernel/problem'
import { signer } from '../../../contract/test/receipt-log.ts'
import { type FakeBindings, type FakeCall, type Space, spaceOf } from './space.ts'

const { key, sign } = await signer('fake')

/** Receipts in memory, signed when they are read; there is no log. */
export const RECEIPTS: Readonly<Record<string, Handler<FakeBindings>>> = {
  getReceipt: async (call) => ({ bytes: await textOf(call), type: 'application/json' }),
  receiptKeys: async () => ({ body: { keys: [key] } }),
  receiptVerification: async (call) => ({
    body: {
      receipt_id: call.path.id,
      verdict: 'pending',
      code: null,
      message: null,
      receipt: await textOf(call),
      checkpoint: null,
      proof: null,
      openings: [receiptOf(call).opening],
    },
  }),
}

/** Leaves a receipt of a document, or of what is said; answers with its id. */
export function leaveReceipt(
  space: Space,
  name: string,
  { kind, hash } = { kind: 'document', hash: 'ab'.repeat(32) },
): string {
  const id = `r${space.receipts.size}`
  const opening = { kind, name, hash, salt: `salt-${id}` }
  space.receipts.set(id, { opening, namespace: 'default' })
  return id
}

function receiptOf(call: FakeCall) {
  const found = spaceOf(call).receipts.get(call.path.id!)
  if (found === undefined) throw new Problem('receipt_not_found', 'There is no such receipt.')
  return found
}

async function textOf(call: FakeCall): Promise<string> {
  const { opening, namespace } = receiptOf(call)
  return sign({
    type: 'cairn.receipt.v1',
    receipt_id: call.path.id,
    namespace,
    commit_id: `commit of ${call.path.id}`,
    changes: { written: [await commitmentOf(opening)] },
  })
}
