/** Order of two byte strings: negative, zero or positive; a prefix comes first. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const both = Math.min(a.length, b.length)
  for (let i = 0; i < both; i++) {
    const difference = a[i]! - b[i]!
    if (difference !== 0) return difference
  }
  return a.length - b.length
}
