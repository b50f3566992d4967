import { env } from 'cloudflare:workers'
import { readLiveSegments } from '@cairn/memory-store/live-segments'
import { expect, test } from 'vitest'
import { stepNamespace } from '../src/maintenance/step-namespace.ts'
import { KilledBindings } from './killed-bindings.ts'
import { expectNothingLeft, expectWhole, liveRows } from './sealed-namespace.ts'
import { MINUTE, TendedNamespace } from './tended-namespace.ts'

/** A long text of few words: chunks of KV fill up soon. */
const words = (n: number) => `w${n} w${(n * 7919) % 1237} ${'lizards bask '.repeat(600)}`

/** A namespace of several sealed segments, each less than half as large as the one before; the last was named just now. */
async function grown(): Promise<TendedNamespace> {
  const space = await new TendedNamespace().open()
  for (const [size, id] of [
    [8, 'a'],
    [3, 'b'],
    [1, 'c'],
  ] as const) {
    for (let n = 0; n < 9; n++)
      await space.write({ [`${id}${n}`]: Array.from({ length: size }, (_, i) => words(n * size + i)) })
    while ((await space.step()).more);
    space.now += 3 * MINUTE
    while ((await space.step()).more);
  }
  expect(await sealedCount(space)).toBe(3)
  return space
}

async function sealedCount(space: TendedNamespace): Promise<number> {
  return (await liveRows(space)).filter(({ prefix }) => prefix !== null).length
}

const SMALL_STEP = { bytes: 1, milliseconds: 1e9 }

test('a namespace in which nobody has written for ten minutes becomes one segment, in small steps, and stays that', async () => {
  const space = await grown()
  expect(await space.step()).toEqual({ merged: 0, more: false })
  space.now += 10 * MINUTE
  let steps = 0
  for (; (await space.step(SMALL_STEP)).more; steps++) await expectWhole(space)
  expect(steps).toBeGreaterThan(0)
  expect(await sealedCount(space)).toBe(3)
  space.now += 2 * MINUTE
  expect((await space.step()).merged).toBe(3)
  const rows = await liveRows(space)
  expect(rows).toHaveLength(1)
  await expectWhole(space)
  for (let days = 0; days < 3; days++) await space.collectAll()
  expect(await liveRows(space)).toEqual(rows)
  await expectNothingLeft(space)
  await expectWhole(space)
})

test('what is written meanwhile is merged and sealed before the long merge is done, and found all along', async () => {
  const space = await grown()
  space.now += 10 * MINUTE
  await space.step(SMALL_STEP)
  const [long] = await uploads(space)
  for (let n = 0; n < 9; n++) {
    await space.write({ [`new${n}`]: [`written meanwhile ${n}`] }, [`a${n}`])
  }
  await expectWhole(space)
  for (let steps = 0; (await uploads(space)).length < 2; steps++) {
    expect(steps).toBeLessThan(3)
    await space.step(SMALL_STEP)
  }
  space.now += 2 * MINUTE
  expect((await space.step(SMALL_STEP)).merged).toBe(1)
  expect(await uploads(space)).toEqual([long])
  expect(await sealedCount(space)).toBe(4)
  await expectWhole(space)
  while ((await space.step()).more);
  space.now += 2 * MINUTE
  expect((await space.step()).merged).toBe(3)
  expect(await sealedCount(space)).toBe(2)
  await expectWhole(space)
  await space.settle()
  expect(await liveRows(space)).toHaveLength(1)
  await expectWhole(space)
})

test('every step on the way to one segment may be killed after any of its calls', async () => {
  const space = await grown()
  space.now += 10 * MINUTE
  let [calls, killed] = [0, 0]
  while ((await liveRows(space)).length > 1) {
    const isKilled = await stepKilled(space, calls)
    calls = isKilled ? calls + 1 : 0
    killed += isKilled ? 1 : 0
    space.now += MINUTE
    if (killed % 3 === 0) await expectWhole(space)
  }
  expect(killed).toBeGreaterThan(15)
  await expectWhole(space)
  await space.collectAll()
  await expectNothingLeft(space)
  await expectWhole(space)
})

/** Steps as a Worker that is killed after so many calls; false when it lived on. */
async function stepKilled(space: TendedNamespace, calls: number): Promise<boolean> {
  const killed = new KilledBindings(space.bindings, calls)
  await stepNamespace(killed.bindings, space.space, SMALL_STEP).catch((failure) => {
    if (!killed.isKilled) throw failure
  })
  return killed.isKilled
}

/** What is being written to KV or waits to be named, by prefix. */
async function uploads({ ns }: TendedNamespace): Promise<string[]> {
  const live = await readLiveSegments(env.MEMORY_0, { ns })
  return live!.uploads.map(({ prefix }) => prefix)
}
