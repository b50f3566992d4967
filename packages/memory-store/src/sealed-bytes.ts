import type { Row } from './statement.ts'

/** A segment whose bytes are in KV already, as a merge takes it. */
export interface SealedBytes {
  /** chunk n has the key `<prefix>/<n>` */
  readonly prefix: string
  /** of all chunks together */
  readonly length: number
  readonly chunks: number
  /** SHA-256 of chunk 0, hex; chunk 0 names those of the others */
  readonly digest: string
  readonly format: number
  readonly analyser: number
  readonly passages: number
}

/** Where the bytes of a sealed segment are. */
export type SealedPlace = Pick<SealedBytes, 'prefix' | 'chunks' | 'digest'>

/** Where a row of `segment` says that its chunks are in KV. */
export function sealedPlaceOf(row: Row): SealedPlace | null {
  if (row.prefix === null) return null
  return { prefix: row.prefix as string, chunks: row.chunks as number, digest: row.digest as string }
}
