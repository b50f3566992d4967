import { CONTEXT_OPERATIONS } from '@cairn/contract/operations/context'
import { checkBody } from '@cairn/contract/requests'
import { Problem } from '@cairn/http-kernel/problem'
import { contextBundle } from '../context/context-bundle.ts'
import type { Arguments, Doing } from './tool.ts'

const [OPERATION] = CONTEXT_OPERATIONS

/** A context bundle for a tool: what this Worker answers at its own address, judged the same way. */
export async function ownBundle(doing: Doing, sent: Arguments): Promise<unknown> {
  const caller = await doing.authorize(OPERATION.scope)
  const input = { ...sent }
  const findings = checkBody(OPERATION, input)
  if (findings.length > 0) throw new Problem('invalid_body', findings[0]!.message, { errors: findings })
  const reply = await contextBundle({ ...doing, caller, operation: OPERATION, input, body: input })
  return 'body' in reply ? reply.body : null
}
