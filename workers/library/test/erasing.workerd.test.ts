import { env } from 'cloudflare:workers'
import { beginErasure, type ErasureTarget, getErasure } from '@cairn/memory-store/erasure'
import { expect, test } from 'vitest'
import { stepErasure } from '../src/erasures/step-erasure.ts'
import { storedIndex } from './index-contents.ts'
import { count, expectWhole, keysOf, liveRows, written } from './sealed-namespace.ts'
import { HOUR, MINUTE, TendedNamespace } from './tended-namespace.ts'

async function begin(space: TendedNamespace, target: ErasureTarget) {
  const named = { ns: space.ns, id: 'e', requestHash: '', target, at: space.now }
  return stepErasure(space.bindings, space.space, await beginErasure(env.MEMORY_0, named))
}

/** Maintains each minute until the erasure is finished; gives how long that took, ms. */
async function untilFinished(space: TendedNamespace): Promise<number> {
  const begun = space.now
  while ((await getErasure(env.MEMORY_0, { ns: space.ns, id: 'e' }))!.finishedAt === null) {
    expect(space.now - begun).toBeLessThan(24 * HOUR)
    space.now += MINUTE
    await space.maintain()
  }
  return space.now - begun
}

async function sealed(): Promise<TendedNamespace> {
  const space = await written(await new TendedNamespace().open())
  await space.settle()
  expect((await liveRows(space)).every(({ prefix }) => prefix !== null)).toBe(true)
  return space
}

test('what is sealed is built anew without the document, and the keys that held it go within the hour', async () => {
  const space = await sealed()
  const held = await keysOf(space)
  const first = await begin(space, { scope: 'document', source: 'notes', document: 'd0' })
  expect([first.finishedAt, first.removed.documents]).toEqual([null, 1])
  expect(await untilFinished(space)).toBeLessThan(HOUR)
  const left = await keysOf(space)
  expect(left.length).toBeGreaterThan(0)
  expect(held.filter((key) => left.includes(key))).toEqual([])
  expect(JSON.stringify(await storedIndex(space))).not.toContain('Title of d0')
  await expectWhole(space)
})

test('what is being sealed while it is erased is never named', async () => {
  const space = await written(await new TendedNamespace().open())
  space.now += 11 * MINUTE
  await space.step()
  while ((await space.step()).more);
  expect(await count('upload WHERE ns = ?1 AND named_after IS NOT NULL', space)).toBe(1)
  await begin(space, { scope: 'document', source: 'notes', document: 'd0' })
  await untilFinished(space)
  expect(JSON.stringify(await storedIndex(space))).not.toContain('Title of d0')
  await expectWhole(space)
})

test('of a namespace every key goes', async () => {
  const space = await sealed()
  await begin(space, { scope: 'namespace' })
  await untilFinished(space)
  expect(await keysOf(space)).toEqual([])
  expect(await count('segment WHERE ns = ?1', space)).toBe(0)
})
