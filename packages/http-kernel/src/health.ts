import { CONTRACT_VERSION } from '@cairn/contract/version'
import type { Call, Handler, KernelBindings } from './call.ts'
import { Problem } from './problem.ts'

/** What every Worker answers about itself: `health` that it runs, `ready` that it reaches what it needs. */
export const HEALTH_HANDLERS: Readonly<Record<'health' | 'ready', Handler<KernelBindings>>> = {
  health: async () => ({ body: { status: 'ok', contract_version: CONTRACT_VERSION }, headers: NOT_KEPT }),
  ready,
}

const NOT_KEPT = { 'Cache-Control': 'no-store' } as const

async function ready(call: Call<KernelBindings>) {
  const failing = (await call.bindings.ready?.()) ?? []
  if (failing.length > 0)
    throw new Problem('unavailable', `Not reached: ${failing.join(', ')}.`, {
      errors: failing.map((name) => ({ pointer: name, rule: 'ready', message: 'does not answer' })),
    })
  return { body: { status: 'ready' }, headers: NOT_KEPT }
}
