import { checkContext } from '@cairn/contract/context'
import { LIMITS } from '@cairn/contract/limits'
import type { Call, Reply } from '@cairn/http-kernel/call'
import { Problem } from '@cairn/http-kernel/problem'
import { keepBundle as keep } from '@cairn/memory-store/context-bundle'
import { writableNamespace } from '@cairn/tenancy/open-namespace'
import type { LibraryBindings } from '../bindings.ts'

/** How long a bundle can be read, in milliseconds. */
export const KEPT_MS = LIMITS.contextReceiptDays * 86_400_000

/** Keeps a bundle and its receipt, as the agent Worker answered them. */
export async function keepBundle(call: Call<LibraryBindings>): Promise<Reply> {
  const id = call.path.id!
  const { receipt } = call.body as { readonly receipt: { readonly receipt_id: string } }
  const findings = checkContext('ContextReceiptV1', receipt)
  if (findings.length > 0) throw new Problem('invalid_body', findings[0]!.message, { errors: findings })
  const { ns } = await writableNamespace(call)
  const { bindings, now } = call
  await keep(bindings.memory, { ns, id, record: JSON.stringify(call.body), at: now, keptMs: KEPT_MS })
  return { body: { receipt_id: id } }
}
