/** Keys up to this many UTF-16 units are their own term. */
const WHOLE_UNITS_MAX = 40
const PREFIX_UNITS = 24

/**
 * The term a key is indexed under: the key itself, or for a long one (a title, a URI, a whole text) its beginning
 * and a 64-bit hash of it, so that no key is too long to be found and none costs more than a few dozen bytes.
 */
export function keyTerm(key: string): string {
  if (key.length <= WHOLE_UNITS_MAX) return key
  return `${key.slice(0, PREFIX_UNITS).toWellFormed()}\0${hashOf(key, 1)}${hashOf(key, 2)}`
}

/** FNV-1a over UTF-16 units, finished as MurmurHash3 finishes; one of two streams by seed. */
function hashOf(text: string, seed: number): string {
  let hash = 0x811c9dc5 ^ Math.imul(seed, 0x9e3779b1)
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0).toString(36)
}
