import type { Call, Reply } from '@cairn/http-kernel/call'
import { parameterProblem } from '@cairn/http-kernel/problem'
import { proveGrowth, listCheckpoints as readCheckpoints } from '@cairn/memory-store/receipt'
import { openNamespace } from '@cairn/tenancy/open-namespace'
import type { LibraryBindings } from '../bindings.ts'

/** The newest checkpoints of a namespace; with `since`, the proof that the log of that size begins the newest (`GET /v1/receipts/checkpoints`). */
export async function listCheckpoints(call: Call<LibraryBindings>): Promise<Reply> {
  const { memory } = call.bindings
  const namespace = await openNamespace(call)
  const ns = namespace?.ns ?? 0
  const checkpoints = await readCheckpoints(memory, { ns, limit: call.input.limit as number })
  const first = call.input.since as number | undefined
  const second = checkpoints[0]?.size ?? 0
  if (first !== undefined && first > second) throw notYet(second)
  const consistency =
    first === undefined ? null : { first, second, hashes: await proveGrowth(memory, { ns, first, second }) }
  return { body: { checkpoints: checkpoints.map(({ text }) => text), consistency } }
}

function notYet(size: number) {
  return parameterProblem(
    'invalid_parameter',
    'since',
    size === 0
      ? '`since` names the size of an earlier checkpoint, and the log has none yet.'
      : `\`since\` is larger than the newest checkpoint; send at most ${size}.`,
  )
}
