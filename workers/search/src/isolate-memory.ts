/** What an isolate holds of every namespace, in one measure: at most 48 MB, the longest unused going first. */
export class IsolateMemory {
  readonly #held = new Map<string, { readonly bytes: number; readonly value: unknown }>()
  readonly #bytesMax: number
  #bytes = 0

  constructor(bytesMax = BYTES_MAX) {
    this.#bytesMax = bytesMax
  }

  /** What was kept under a name, which only one sort of value is ever kept under; null when it is not held. */
  get<T>(name: string): T | null {
    const held = this.#held.get(name)
    if (held === undefined) return null
    this.#held.delete(name)
    this.#held.set(name, held)
    return held.value as T
  }

  /** Keeps a value that takes so many bytes. */
  keep(name: string, bytes: number, value: unknown): void {
    this.drop(name)
    this.#held.set(name, { bytes, value })
    this.#bytes += bytes
    for (const [oldest] of this.#held) {
      if (this.#bytes <= this.#bytesMax) return
      this.drop(oldest)
    }
  }

  drop(name: string): void {
    this.#bytes -= this.#held.get(name)?.bytes ?? 0
    this.#held.delete(name)
  }
}

const BYTES_MAX = 48 * 1024 * 1024
