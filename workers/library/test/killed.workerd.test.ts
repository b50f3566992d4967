import { env } from 'cloudflare:workers'
import { askRebuild } from '@cairn/memory-store/revert-merge'
import { describe, expect, test } from 'vitest'
import { maintain } from '../src/maintenance/maintain.ts'
import { KilledBindings } from './killed-bindings.ts'
import { expectNothingLeft, expectWhole } from './sealed-namespace.ts'
import { HOUR, MINUTE, TendedNamespace } from './tended-namespace.ts'

async function small(): Promise<TendedNamespace> {
  const space = await new TendedNamespace().open()
  await space.write({ a: ['one lizard'], b: ['two lizards', 'three'] })
  await space.write({ a: ['four lizards'] }, ['b'])
  await space.write({ c: ['five'] })
  return space
}

/** Maintains until all is done and collected, as a Worker that is killed after so many calls; false when it lived on. */
async function maintainKilled(space: TendedNamespace, calls: number): Promise<boolean> {
  const killed = new KilledBindings(space.bindings, calls)
  const started = space.now
  try {
    for (const wait of [11 * MINUTE, 3 * MINUTE, 26 * HOUR, 2 * HOUR]) {
      space.now += wait
      while ((await maintain(killed.bindings, space.space)).more);
    }
  } catch (failure) {
    if (!killed.isKilled) throw failure
  }
  expect(space.now).toBeGreaterThan(started)
  return killed.isKilled
}

describe.each([
  ['sealing', async () => {}],
  [
    'a rebuild',
    async (space: TendedNamespace) => {
      await space.settle()
      await askRebuild(env.MEMORY_0, { ns: space.ns, through: null })
    },
  ],
])('%s', (_, prepare) => {
  test('that is killed after any of its calls leaves a whole index, is finished by the next, and leaves nothing behind', async () => {
    let calls = 0
    for (; ; calls++) {
      const space = await small()
      await prepare(space)
      const wasKilled = await maintainKilled(space, calls)
      await expectWhole(space)
      space.now += 2 * MINUTE
      await space.settle()
      await expectWhole(space)
      await space.collectAll()
      await expectNothingLeft(space)
      if (!wasKilled) break
    }
    expect(calls).toBeGreaterThan(30)
  })
})
