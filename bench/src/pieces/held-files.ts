import { readFileSync } from 'node:fs'
import path from 'node:path'

const BYTES_MAX = 48 * 1024 * 1024

/** Chunks in files, as an isolate holds those of KV: at most 48 MB, the longest unused going first. Counts what it reads. */
export class HeldFiles {
  reads = 0
  readonly #folder: string
  readonly #held = new Map<string, Uint8Array>()
  #bytes = 0

  constructor(folder: string) {
    this.#folder = folder
  }

  read(name: string): Uint8Array {
    const bytes = this.#held.get(name) ?? this.#fromFile(name)
    this.#held.delete(name)
    this.#held.set(name, bytes)
    for (const [oldest, { length }] of this.#held) {
      if (this.#bytes <= BYTES_MAX) break
      this.#held.delete(oldest)
      this.#bytes -= length
    }
    return bytes
  }

  #fromFile(name: string): Uint8Array {
    this.reads += 1
    const bytes = new Uint8Array(readFileSync(path.join(this.#folder, name)))
    this.#bytes += bytes.length
    return bytes
  }
}
