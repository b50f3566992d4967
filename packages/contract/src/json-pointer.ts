/** The member names and indexes an RFC 6901 pointer names, outermost first. */
export function pointerSteps(pointer: string): string[] {
  if (pointer === '') return []
  return pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** The RFC 6901 pointer of some steps. */
export function pointerOf(...steps: readonly (string | number)[]): string {
  return steps.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/** What a pointer names in a document, or undefined when it names nothing. */
export function valueAt(document: unknown, steps: readonly string[]): unknown {
  let value = document
  for (const step of steps) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    value = (value as Record<string, unknown>)[step]
  }
  return value
}
