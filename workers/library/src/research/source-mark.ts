import { canonical } from '@cairn/contract/canonical'
import type { ResearchSource } from '@cairn/contract/research'
import type { DocumentName } from '@cairn/memory-store/stored-document'

/**
 * What a source is as evidence: its content hash, else where and when it was retrieved. A passage keeps the mark its source had when
 * it was taken; another mark now means that the source changed.
 */
export function sourceMark({ content_hash, uri, retrieved_at, published_at }: ResearchSource): string {
  return content_hash ?? canonical([uri ?? null, retrieved_at, published_at ?? null])
}

/** How the row of a source names the stored document, or fact, that it was made from. */
export function packOwn({ source, id }: DocumentName): string {
  return JSON.stringify([source, id])
}

/** The stored document, or fact, that a source was made from; null for any other source. */
export function unpackOwn(mark: string | null): DocumentName | null {
  if (mark === null) return null
  const [source, id] = JSON.parse(mark) as [string, string]
  return { source, id }
}
