/** Where a passage was stored: the commit that wrote it, and its place in it. */
export interface PassageAddress {
  readonly batch: number
  readonly ordinal: number
}

const POINTER = /^(?:(\d{1,10})\.)?(\d{1,15}):(\d{1,6})$/

/** The pointer id of a passage: `<batch>:<ordinal>`, with `<namespace number>.` before it outside `default` (`namespace` null inside it). */
export function formatPointer(namespace: number | null, at: PassageAddress): string {
  return namespace === null ? `${at.batch}:${at.ordinal}` : `${namespace}.${at.batch}:${at.ordinal}`
}

/** The address a pointer id names, or null when the text is no pointer of this namespace. */
export function parsePointer(namespace: number | null, id: string): PassageAddress | null {
  const match = POINTER.exec(id)
  if (match === null) return null
  const at = { batch: Number(match[2]), ordinal: Number(match[3]) }
  return formatPointer(namespace, at) === id ? at : null
}

const FACT_ID = /^f(\d{1,15})(?:\.(\d{1,6}))?$/

/** Where the fact that a fact id names was stored, or null when the text is no fact id. */
export function parseFactId(id: string): PassageAddress | null {
  const match = FACT_ID.exec(id)
  return match === null ? null : { batch: Number(match[1]), ordinal: Number(match[2] ?? 0) }
}
