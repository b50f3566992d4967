import type { Namespace } from '@cairn/memory-store/namespace'

/** The header that says which version an answer was made from; `version` is the one just committed, else the head that was read. */
export function consistencyToken(
  namespace: Namespace | null,
  version: number = namespace?.head ?? 0,
): { readonly 'Consistency-Token': string } {
  return { 'Consistency-Token': `${namespace?.epoch ?? '0'}.${version}` }
}
