import { LIMITS } from '@cairn/contract/limits'
import { hex, sha256 } from '@cairn/contract/sha256'

/**
 * What `If-Match` compares of a slug: a name for the facts that are current there, whichever they say. Null where nothing is current,
 * or more than a page shows.
 */
export async function slugTag(currentIds: readonly string[]): Promise<string | null> {
  if (currentIds.length === 0 || currentIds.length > LIMITS.limitMax) return null
  return hex(await sha256(encoder.encode(currentIds.join(' ')))).slice(0, TAG_DIGITS)
}

/** How many ids are read to name a slug: one more than can be named. */
export const TAGGED_IDS = LIMITS.limitMax + 1

/** The ETag of a slug as a write prints it. */
export function writtenTag(tag: string): string {
  return `"${tag}"`
}

/** The strong ETag of one answer about a slug: the slug's own and, after a dot, that of the answer's bytes. */
export async function answerTag(tag: string, body: unknown): Promise<string> {
  const digest = hex(await sha256(encoder.encode(JSON.stringify(body)))).slice(0, TAG_DIGITS)
  return `"${tag}.${digest}"`
}

/** The slugs that an `If-Match` names by tag; `*` for any at which something is current. Weak tags name none, as RFC 9110 has it. */
export function tagsNamed(ifMatch: string): readonly string[] | '*' {
  if (ifMatch.trim() === '*') return '*'
  return [...ifMatch.matchAll(/(W\/)?"([^"]*)"/g)]
    .filter(([, weak]) => weak === undefined)
    .map(([, , tag]) => tag!.split('.', 1)[0]!)
}

const TAG_DIGITS = 16
const encoder = new TextEncoder()
