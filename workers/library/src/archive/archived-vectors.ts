import { LIMITS } from '@cairn/contract/limits'
import { fromBase64 } from '@cairn/memory-store/base64'
import type { Embedder } from '@cairn/memory-store/embedder'
import type { Row } from '@cairn/memory-store/statement'
import { wrong } from './wrong-line.ts'

/** The embedder that the header of an archive names; null where it names none. Throws `invalid_body`. */
export function archivedEmbedder(value: unknown): Embedder | null {
  if (value === undefined) return null
  const { name, dimensions, version } = (value ?? {}) as Readonly<Record<string, unknown>>
  if (isName(name) && isVersion(version) && isDimensions(dimensions)) return { name, dimensions, version }
  throw wrong('/embedder', 'expected its name, `dimensions` and `version`, as an export writes them')
}

const isName = (value: unknown): value is string =>
  typeof value === 'string' && /^(caller|workers-ai:@cf\/[a-z0-9-]+\/[a-z0-9.-]+)$/.test(value)
const isVersion = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= LIMITS.embedderVersionLengthMax
const isDimensions = (value: unknown): value is number =>
  Number.isInteger(value) &&
  (value as number) >= LIMITS.embeddingDimensionsMin &&
  (value as number) <= LIMITS.embeddingDimensionsMax

/** Throws `invalid_body` for a row whose vector is none of the embedder of its archive. */
export function assertVector({ vector }: Row, embedder: Embedder | null): void {
  if (vector == null) return
  if (embedder === null) throw wrong('/vector', 'found a vector in an archive whose header has no `embedder`')
  if (fromBase64(vector as string)?.length === embedder.dimensions) return
  throw wrong('/vector', `expected ${embedder.dimensions} bytes in base64, as the header says`)
}
