import { expect, it } from 'vitest'
import type { Call, KernelBindings } from './call.ts'
import { HEALTH_HANDLERS } from './health.ts'

const asked = (ready?: () => Promise<readonly string[]>) =>
  HEALTH_HANDLERS.ready({ bindings: { ready } } as unknown as Call<KernelBindings>)

it('is ready when nothing is missing, or nothing is needed', async () => {
  expect(await asked()).toMatchObject({ body: { status: 'ready' } })
  expect(await asked(async () => [])).toMatchObject({ body: { status: 'ready' } })
})

it('names what it does not reach', async () => {
  await expect(asked(async () => ['MEMORY_0', 'facts'])).rejects.toMatchObject({
    code: 'unavailable',
    errors: [{ pointer: 'MEMORY_0' }, { pointer: 'facts' }],
  })
})
