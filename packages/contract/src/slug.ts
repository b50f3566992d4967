/** `<entity>/<key>`, each percent-encoded, as `next.canonical_slug` prints it and every facts address takes it. */
export function factSlug(entity: string, key: string): string {
  return `${encodeURIComponent(entity)}/${encodeURIComponent(key)}`
}
