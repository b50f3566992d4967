import type { Tier } from '@cairn/contract/crc-v1'
import type { Contract } from '@cairn/contract/negotiation'

/** The ETag of a state, as a write and the history print it and `If-Match` takes it. */
export function stateTag(etag: string): string {
  return `"${etag}"`
}

/**
 * The strong ETag of one rendering of a session state: the state's own etag and, after a dot, which rendering. `If-Match` takes it
 * from any rendering, since only the part before the dot names the state.
 */
export function renderingTag(etag: string, contract: Contract, tier: Tier): string {
  return `"${etag}.${contract === 'legacy' ? 'legacy' : tier}"`
}

/** The etags of states that an `If-Match` names; `*` for any state at all. Weak tags name none, as RFC 9110 has it. */
export function statesNamed(ifMatch: string): readonly string[] | '*' {
  if (ifMatch.trim() === '*') return '*'
  return [...ifMatch.matchAll(/(W\/)?"([^"]*)"/g)]
    .filter(([, weak]) => weak === undefined)
    .map(([, , tag]) => tag!.replace(/\.(legacy|pointer|summary|full)$/, ''))
}
