/** What a stored JSON text reads as in `content`: a string verbatim, anything else as the canonical JSON it is stored as. */
export function readingOf(canonical: string): string {
  return canonical.startsWith('"') ? (JSON.parse(canonical) as string) : canonical
}
