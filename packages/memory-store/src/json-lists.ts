const JSON_BYTES_MAX = 1_000_000

/** Splits items into JSON arrays of at most 1,000,000 bytes of UTF-8 each, in order; one item must not exceed that alone. */
export function jsonLists(items: readonly unknown[]): string[] {
  const lists: string[] = []
  let parts: string[] = []
  let bytes = 1
  for (const item of items) {
    const json = JSON.stringify(item, refuseIllFormed)
    const more = jsonBytes(json) + 1
    if (parts.length > 0 && bytes + more > JSON_BYTES_MAX) {
      lists.push(`[${parts.join(',')}]`)
      parts = []
      bytes = 1
    }
    parts.push(json)
    bytes += more
  }
  if (parts.length > 0) lists.push(`[${parts.join(',')}]`)
  return lists
}

/** UTF-8 bytes of a text. */
export function jsonBytes(text: string): number {
  return encoder.encode(text).length
}

const encoder = new TextEncoder()

/** JSON would carry a lone surrogate past the check on bound values, as an escape. */
function refuseIllFormed(_key: string, value: unknown): unknown {
  if (typeof value === 'string' && !value.isWellFormed()) throw new Error('a stored text is not well-formed')
  return value
}
