import { LIMITS } from './limits.ts'

/** What a fact is about, and which of its properties. */
export interface FactAddress {
  readonly entity: string
  readonly key: string
}

/** `<entity>/<key>`, each percent-encoded, as `next.canonical_slug` prints it and every facts address takes it. Both parts are ones that `slugPart` gave. */
export function factSlug(entity: string, key: string): string {
  return `${encodeURIComponent(entity)}/${encodeURIComponent(key)}`
}

/** The entity and key a slug names, or null when the text is none. */
export function parseFactSlug(slug: string): FactAddress | null {
  const [entity, key, ...rest] = slug.split('/').map(decoded)
  const isSlug = typeof entity === 'string' && typeof key === 'string' && rest.length === 0
  return isSlug ? { entity, key } : null
}

/** Whether a text is the canonical slug of something: one part, or two joined by `/`, each percent-encoded. */
export function isCanonicalSlug(text: string): boolean {
  const parts = text.split('/')
  return parts.length <= 2 && parts.every((part) => decoded(part) !== null && !/\s/.test(part))
}

/** An entity or key in its one spelling, NFC, or null when it is none: empty, over 200 code points, `.`, `..`, with a control character or a lone surrogate. */
export function slugPart(text: string): string | null {
  if (/^(?:\.{1,2})?$|[\p{Cc}\p{Cs}]/u.test(text)) return null
  const composed = text.normalize('NFC')
  return [...composed].length <= LIMITS.entityLengthMax ? composed : null
}

function decoded(encoded: string): string | null {
  try {
    return slugPart(decodeURIComponent(encoded))
  } catch {
    return null
  }
}
