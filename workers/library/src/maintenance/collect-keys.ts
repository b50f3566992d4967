import { forgetKeys, readGarbage } from '@cairn/memory-store/collect-keys'
import type { LibraryBindings } from '../bindings.ts'

/** Keys one step deletes. */
const KEYS_MAX = 200
const KEYS_AT_ONCE = 20

/** Deletes keys of uploads that were given up and of segments that were collected: which there are, rows say. */
export async function collectKeys(
  { memory, segments, clock }: LibraryBindings,
  ns: number,
): Promise<{ readonly deleted: number; readonly isMore: boolean }> {
  let left = KEYS_MAX
  const garbage = await readGarbage(memory, { ns, at: clock() })
  for (const { prefix, keys } of garbage) {
    const kept = Math.max(0, keys - left)
    for (let n = keys; n > kept; n -= KEYS_AT_ONCE)
      await Promise.all(
        Array.from({ length: Math.min(KEYS_AT_ONCE, n - kept) }, (_, i) =>
          segments.delete(`${prefix}/${n - 1 - i}`),
        ),
      )
    await forgetKeys(memory, { ns, prefix, keys: kept })
    left -= keys - kept
    if (left === 0) return { deleted: KEYS_MAX, isMore: true }
  }
  return { deleted: KEYS_MAX - left, isMore: false }
}
