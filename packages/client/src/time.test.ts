import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PLATFORM_TIME } from './time.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
const reason = new Error('enough')

describe('a pause', () => {
  it('ends after its time', async () => {
    const pause = PLATFORM_TIME.wait(1000, new AbortController().signal)
    vi.advanceTimersByTime(1000)
    await expect(pause).resolves.toBeUndefined()
  })

  it('ends with the reason of its signal, and leaves no timer behind', async () => {
    const controller = new AbortController()
    const pause = PLATFORM_TIME.wait(1000, controller.signal)
    controller.abort(reason)
    await expect(pause).rejects.toBe(reason)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('does not begin when its signal is aborted', async () => {
    await expect(PLATFORM_TIME.wait(1000, AbortSignal.abort(reason))).rejects.toBe(reason)
    expect(vi.getTimerCount()).toBe(0)
  })
})
