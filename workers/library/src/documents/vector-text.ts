import { fromBase64, toBase64 } from '@cairn/memory-store/base64'
import { vectorBytes, vectorFromBytes } from '@cairn/search-engine/vector'

/** A vector as a row keeps it. */
export function vectorText(vector: Int8Array): string {
  return toBase64(vectorBytes(vector))
}

/** The vector that a row keeps. */
export function vectorIn(text: string): Int8Array {
  const bytes = fromBase64(text)
  if (bytes === null) throw new Error('a stored vector is base64')
  return vectorFromBytes(bytes)
}
