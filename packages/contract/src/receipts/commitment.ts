import { canonical } from '../canonical.ts'
import { hex, sha256 } from '../sha256.ts'
import type { Sha256 } from './merkle.ts'

/** What a commitment hides: which thing, the hash of what it said, and the salt without which neither can be guessed. */
export interface Opening {
  /** `document`, `fact`, `session`, or `research_source`, `research_passage`, `research_citation`, `research_notebook` */
  readonly kind: string
  /** `<source>/<document>`, the slug of a fact, or an id */
  readonly name: string
  /** hex SHA-256 of the canonical JSON of what was written; empty for a deletion */
  readonly hash: string
  /** 16 random bytes, base64url; erasing the thing destroys it */
  readonly salt: string
}

/** What a receipt says of a thing without saying what it is: SHA-256 of the RFC 8785 form of `[salt, kind, name, hash]`. */
export async function commitmentOf({ salt, kind, name, hash }: Opening): Promise<Sha256> {
  const bytes = new TextEncoder().encode(canonical([salt, kind, name, hash]))
  return `sha256:${hex(await sha256(bytes))}`
}
