import { env } from 'cloudflare:workers'
import { askRebuild, revertMerge } from '@cairn/memory-store/revert-merge'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maintain } from '../src/maintenance/maintain.ts'
import { expectedIndex, storedIndex } from './index-contents.ts'
import { KilledBindings } from './killed-bindings.ts'
import { expectNothingLeft, expectWhole, liveRows } from './sealed-namespace.ts'
import { HOUR, MINUTE, TendedNamespace } from './tended-namespace.ts'

type Event =
  | { readonly kind: 'write'; readonly ids: readonly string[]; readonly passages: number }
  | { readonly kind: 'delete'; readonly ids: readonly string[] }
  | { readonly kind: 'step' }
  | { readonly kind: 'wait'; readonly milliseconds: number }
  | { readonly kind: 'maintain_killed'; readonly calls: number }
  | { readonly kind: 'ask_rebuild' }
  | { readonly kind: 'damage'; readonly chosen: number }

const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 1, maxLength: 3 })
const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      ids,
      passages: fc.integer({ min: 1, max: 20 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('delete' as const), ids }) },
  { weight: 8, arbitrary: fc.constant({ kind: 'step' as const }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      milliseconds: fc.constantFrom(3 * MINUTE, 11 * MINUTE, 2 * HOUR, 26 * HOUR),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('maintain_killed' as const), calls: fc.nat(40) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'ask_rebuild' as const }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('damage' as const), chosen: fc.nat(3) }) },
)

async function apply(space: TendedNamespace, happens: Event, salt: number): Promise<void> {
  switch (happens.kind) {
    case 'write':
      return space.write(
        Object.fromEntries(
          happens.ids.map((id) => [
            id,
            Array.from({ length: happens.passages }, (_, n) => `gecko ${id} ${n % 7} of ${salt} ${n}`),
          ]),
        ),
      )
    case 'delete':
      return space.write({}, happens.ids)
    case 'step':
      await space.step()
      return
    case 'wait':
      space.now += happens.milliseconds
      return
    case 'maintain_killed':
      return maintainKilled(space, happens.calls)
    case 'ask_rebuild':
      return askRebuild(env.MEMORY_0, { ns: space.ns, through: null })
    case 'damage':
      return damage(space, happens.chosen)
    default:
      return happens satisfies never
  }
}

async function maintainKilled(space: TendedNamespace, calls: number): Promise<void> {
  const killed = new KilledBindings(space.bindings, calls)
  await maintain(killed.bindings, space.space).catch((failure) => {
    if (!killed.isKilled) throw failure
  })
  space.now += MINUTE
}

/** Loses a chunk of a live segment; who meets that has it mended, now or by steps. */
async function damage(space: TendedNamespace, chosen: number): Promise<void> {
  const sealed = (await liveRows(space)).filter(({ prefix }) => prefix !== null)
  const one = sealed[chosen % Math.max(1, sealed.length)]
  if (one === undefined) return
  await env.SEGMENTS.delete(`${one.prefix}/0`)
  const outcome = await revertMerge(env.MEMORY_0, { ns: space.ns, seq: one.seq, at: space.now })
  if (outcome === 'rebuild') await space.settle()
}

test('after any history the index that searches read is that of the live passages', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 4, maxLength: 24 }), async (history) => {
      const space = await new TendedNamespace().open()
      for (const [salt, happens] of history.entries()) {
        await apply(space, happens, salt)
        expect(await storedIndex(space), JSON.stringify(happens)).toEqual(await expectedIndex(space))
      }
      await space.settle()
      expect((await liveRows(space)).length).toBeLessThanOrEqual(8)
      await expectWhole(space)
      await space.collectAll()
      await expectWhole(space)
      await expectNothingLeft(space)
    }),
    { numRuns: 15 },
  )
})
