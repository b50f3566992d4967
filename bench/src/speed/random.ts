/** Numbers of [0, 1) that two seeds decide alone, so that any part of a corpus can be made without the rest. */
export function randomFrom(one: number, other: number): () => number {
  let state = Math.imul(one ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(other + 1, 0xc2b2ae35)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
