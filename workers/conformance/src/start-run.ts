import type { Call, Reply } from '@cairn/http-kernel/call'
import { getRun } from '@cairn/memory-store/conformance-run'
import { beginRun, freshRunId } from './begin-run.ts'
import type { ConformanceBindings } from './bindings.ts'
import { summaryOf } from './run-record.ts'

/** Starts a run (`POST /v1/conformance/runs`); under an Idempotency-Key the one that the key started before. */
export async function startRun(call: Call<ConformanceBindings>): Promise<Reply> {
  const id = call.idempotencyKey === null ? freshRunId() : await keyedRunId(call)
  const before = call.idempotencyKey === null ? null : await getRun(call.bindings.memory, { id })
  return { body: summaryOf(before ?? (await beginRun(call.bindings, id))) }
}

async function keyedRunId({ requestHash, idempotencyKey }: Call<ConformanceBindings>): Promise<string> {
  const named = new TextEncoder().encode(`${requestHash} ${idempotencyKey}`)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', named))
  return Array.from(digest.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
