import { env } from 'cloudflare:workers'
import { releaseMergeLease, takeMergeLease } from '@cairn/memory-store/merge'
import { askRebuild, revertMerge } from '@cairn/memory-store/revert-merge'
import { describe, expect, test } from 'vitest'
import { storedIndex } from './index-contents.ts'
import { count, expectNothingLeft, expectWhole, keysOf, liveRows, written } from './sealed-namespace.ts'
import { HOUR, MINUTE, TendedNamespace } from './tended-namespace.ts'

describe('sealing', () => {
  test('makes one segment in KV of what was written, and the index stays that of the live passages', async () => {
    const space = await written(await new TendedNamespace().open())
    await space.settle()
    const rows = await liveRows(space)
    expect(rows).toHaveLength(1)
    expect(rows[0]!.prefix).toMatch(new RegExp(`^s2/${space.ns}/\\d+/id-\\d+$`))
    await expectWhole(space)
    await space.collectAll()
    await expectNothingLeft(space)
    await expectWhole(space)
  })

  test('names a segment no sooner than 120 seconds after its last chunk', async () => {
    const space = await written(await new TendedNamespace().open())
    space.now += 11 * MINUTE
    while ((await space.step()).more);
    expect(await count('upload WHERE ns = ?1 AND named_after IS NOT NULL', space)).toBe(1)
    space.now += 119_999
    await space.step()
    expect((await liveRows(space)).every(({ prefix }) => prefix === null)).toBe(true)
    space.now += 1
    expect((await space.step()).merged).toBeGreaterThan(0)
    expect((await liveRows(space)).some(({ prefix }) => prefix !== null)).toBe(true)
  })

  test('takes what was sealed before in again once there is as much beside it', async () => {
    const space = await new TendedNamespace().open()
    for (let n = 0; n < 5; n++) {
      await space.write({ [`d${n}`]: [`gecko ${n}`] })
      await space.settle()
      await expectWhole(space)
    }
    expect((await liveRows(space)).length).toBeLessThanOrEqual(3)
    await space.collectAll()
    await expectNothingLeft(space)
  })

  test('in many small steps ends as in one', async () => {
    const space = await new TendedNamespace().open()
    const words = (n: number) =>
      Array.from({ length: 100 }, (_, i) => `w${(n * 1237 + i * 7919) % 90_000}`).join(' ')
    for (let n = 0; n < 4; n++)
      await space.write({ [`d${n}`]: Array.from({ length: 150 }, (_, i) => words(150 * n + i)) })
    space.now += 11 * MINUTE
    let steps = 0
    while ((await space.step({ bytes: 1, milliseconds: 1e9 })).more) steps += 1
    expect(steps).toBeGreaterThan(2)
    space.now += 3 * MINUTE
    while ((await space.step()).more);
    expect((await liveRows(space)).filter(({ prefix }) => prefix !== null)[0]!.chunks).toBeGreaterThan(3)
    await expectWhole(space)
  })

  test('writes nothing to KV where it is told to write format 1', async () => {
    const space = await written(await new TendedNamespace({ sealBounds: null }).open())
    await space.settle()
    expect(await keysOf(space)).toEqual([])
    await expectWhole(space)
  })
})

describe('two steppers', () => {
  test('share no work: whoever comes second leaves', async () => {
    const space = await written(await new TendedNamespace().open())
    space.now += 11 * MINUTE
    const lease = { ns: space.ns, until: space.now + MINUTE }
    expect(await takeMergeLease(env.MEMORY_0, { ...lease, now: space.now })).toBe(true)
    expect(await space.step()).toEqual({ merged: 0, more: true })
    expect(await keysOf(space)).toEqual([])
    await releaseMergeLease(env.MEMORY_0, lease)
    for (let n = 0; n < 20; n++) await Promise.all([space.step(), space.step(), space.step()])
    await space.settle()
    await expectWhole(space)
    await space.collectAll()
    await expectNothingLeft(space)
  })
})

describe('a sealed segment', () => {
  const sealed = async () => {
    const space = await written(await new TendedNamespace().open())
    await space.settle()
    return space
  }
  const chunk0 = async (space: TendedNamespace) => `${(await liveRows(space))[0]!.prefix}/0`

  /** What a search does that meets it. */
  const met = async (space: TendedNamespace) => {
    const damaged = { ns: space.ns, seq: (await liveRows(space))[0]!.seq }
    return revertMerge(env.MEMORY_0, { ...damaged, at: space.now })
  }

  test.each([
    ['damaged', (key: string) => env.SEGMENTS.put(key, 'not a segment')],
    ['missing', (key: string) => env.SEGMENTS.delete(key)],
  ])('that is %s is answered for at once by what it was made of, and made again', async (_, harm) => {
    const space = await sealed()
    const before = await storedIndex(space)
    await harm(await chunk0(space))
    await expect(storedIndex(space)).rejects.toThrow()
    expect(await met(space)).toBe('reverted')
    expect(await storedIndex(space)).toEqual(before)
    await space.settle()
    expect(await liveRows(space)).toHaveLength(1)
    expect(await storedIndex(space)).toEqual(before)
    await space.collectAll()
    await expectNothingLeft(space)
  })

  test('that is damaged when nothing is left of what it was made of is built anew from rows', async () => {
    const space = await sealed()
    await space.collectAll()
    const before = await storedIndex(space)
    await env.SEGMENTS.put(await chunk0(space), 'not a segment')
    expect(await met(space)).toBe('rebuild')
    expect(await met(space)).toBe('rebuild')
    await space.settle()
    expect(await liveRows(space)).toHaveLength(1)
    expect(await storedIndex(space)).toEqual(before)
    await space.write({ new: ['one more'] }, ['d1'])
    await space.settle()
    await expectWhole(space)
    await space.collectAll()
    await expectNothingLeft(space)
  })

  test('whose damage a merge meets is put together again by that step', async () => {
    const space = await sealed()
    await env.SEGMENTS.delete(await chunk0(space))
    await space.write({ long: Array.from({ length: 80 }, (_, n) => `a long one ${n} of ${n * 7}`) })
    space.now += 11 * MINUTE
    let failures = 0
    for (let n = 0; n < 9; n++)
      await space.step().catch((failure: Error) => {
        expect(failure.name).toBe('SegmentDamaged')
        failures += 1
      })
    expect(failures).toBe(1)
    await expectWhole(space)
    await space.settle()
    await expectWhole(space)
    await space.collectAll()
    await expectNothingLeft(space)
  })

  test('is built anew when it is asked for, also while others write and delete', async () => {
    const space = await sealed()
    const [before] = await liveRows(space)
    await askRebuild(env.MEMORY_0, { ns: space.ns, through: null })
    for (let n = 0; n < 6; n++) {
      await space.step()
      await space.write({ [`n${n}`]: [`written meanwhile ${n}`] }, [`d${n}`])
      await expectWhole(space)
    }
    await space.settle()
    expect((await liveRows(space)).map(({ seq }) => seq)).not.toContain(before!.seq)
    await expectWhole(space)
    await space.collectAll()
    await expectNothingLeft(space)
  })

  test('of an older analyser is built anew', async () => {
    const space = await sealed()
    await env.MEMORY_0.prepare('UPDATE segment SET analyser = 0 WHERE ns = ?1').bind(space.ns).run()
    await space.settle()
    expect(await count('segment WHERE ns = ?1 AND dead_at IS NULL AND analyser = 0', space)).toBe(0)
    await expectWhole(space)
  })
})

describe('an upload', () => {
  test('that nobody goes on with for an hour is collected', async () => {
    const space = await written(await new TendedNamespace().open())
    space.now += 11 * MINUTE
    while ((await space.step()).more);
    expect((await keysOf(space)).length).toBeGreaterThan(0)
    const idle = new TendedNamespace({ sealBounds: null })
    Object.assign(idle, { now: space.now + 2 * HOUR })
    const { collectKeys } = await import('../src/maintenance/collect-keys.ts')
    await collectKeys(idle.bindings, space.ns)
    expect(await keysOf(space)).toEqual([])
    await expectWhole(space)
  })
})
