import { describe, expect, it } from 'vitest'
import { scaleOf } from './axis.ts'

describe('scales', () => {
  it.each([
    [{ label: '' }, [0, 0.97], [0, 0.2, 0.4, 0.6, 0.8, 1]],
    [{ label: '' }, [3, 4], [3, 3.2, 3.4, 3.6, 3.8, 4]],
    [{ label: '', from: 0 }, [812, 2_000], [0, 500, 1_000, 1_500, 2_000]],
    [{ label: '', scale: 'log' as const }, [8_000, 1_000_000], [1_000, 10_000, 100_000, 1_000_000]],
    [{ label: '' }, [5, 5], [5]],
  ])('mark %j over %j at %j', (axis, values, ticks) => {
    expect(scaleOf(axis, values).ticks).toEqual(ticks)
  })

  it('lay values out between their ends and write thousands apart', () => {
    const scale = scaleOf({ label: '', scale: 'log' }, [10, 1_000])
    expect([10, 100, 1_000].map(scale.place)).toEqual([0, 0.5, 1])
    expect(scale.write(100_000)).toBe('100,000')
  })
})
