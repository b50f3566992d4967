/** The header that says which version an answer shows: `version` is the one a write made, else the head that was read. */
export function consistencyToken(
  namespace: { readonly epoch: string; readonly head?: number } | null,
  version: number = namespace?.head ?? 0,
): { readonly 'Consistency-Token': string } {
  return { 'Consistency-Token': `${namespace?.epoch ?? '0'}.${version}` }
}
