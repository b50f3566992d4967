import type { Namespace } from '@cairn/memory-store/namespace'

/** The header that says which version an answer shows, or the one a write made: `<epoch>.<version>`. */
export function consistencyHeader(
  { epoch, head }: Pick<Namespace, 'epoch' | 'head'>,
  version: number = head,
): Record<string, string> {
  return { 'Consistency-Token': `${epoch}.${Math.max(version, head)}` }
}
