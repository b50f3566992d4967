import {
  commitmentOf,
  type Opening,
  type Receipt,
  receiptInLog,
  type VerificationKey,
  verifyReceipt,
} from '@cairn/contract/receipts'
import type { Call, Reply } from '@cairn/http-kernel/call'
import { type ProvenReceipt, proveReceipt } from '@cairn/memory-store/receipt'
import { openNamespace } from '@cairn/tenancy/open-namespace'
import type { LibraryBindings } from '../bindings.ts'
import { receiptNotFound } from './get-receipt.ts'
import { verificationKeys } from './receipt-keys.ts'

/** Verifies a receipt as it is stored, with the code that a client verifies with, and hands over all that verifies it again. */
export async function receiptVerification(call: Call<LibraryBindings>): Promise<Reply> {
  const namespace = await openNamespace(call)
  const id = call.path.id!
  const proven = namespace && (await proveReceipt(call.bindings.memory, { ns: namespace.ns, id }))
  if (proven === null) throw receiptNotFound()
  const verified = await verdictOf(proven, await verificationKeys(call.bindings))
  const body = {
    receipt_id: id,
    verdict: verified.verdict,
    code: verified.ok ? null : verified.code,
    message: verified.ok ? null : verified.message,
    receipt: proven.text,
    checkpoint: proven.checkpoint,
    proof: proven.proof,
    openings: verified.ok ? await openingsIn(verified.receipt, proven.openings) : [],
  }
  return { body }
}

async function verdictOf({ text, checkpoint, proof }: ProvenReceipt, keys: readonly VerificationKey[]) {
  if (checkpoint !== null && proof !== null) {
    const logged = await receiptInLog({ receipt: text, checkpoint, proof, keys })
    return { ...logged, verdict: logged.ok ? 'verified' : 'refuted' }
  }
  const alone = await verifyReceipt(text, keys)
  return alone.ok
    ? { ok: alone.ok, receipt: alone.statement, verdict: 'pending' }
    : { ...alone, verdict: 'refuted' }
}

/** Those that open a commitment of the receipt: what has changed since opens none. */
async function openingsIn({ changes }: Receipt, openings: readonly Opening[]): Promise<readonly Opening[]> {
  const named = new Set(Object.values(changes as Record<string, readonly string[]>).flat())
  const commitments = await Promise.all(openings.map(commitmentOf))
  return openings.filter((_, n) => named.has(commitments[n]!))
}
