import type { IsolateMemory } from './isolate-memory.ts'

/** A chunk by its key, and what its SHA-256 begins with. */
export interface ChunkKey {
  readonly key: string
  readonly digest: Uint8Array
}

/** Reads chunks of sealed segments from KV. A chunk never changes, so what is held is as good as what is stored. */
export class ChunkReader {
  readonly #store: Pick<KVNamespace, 'get'>
  readonly #memory: IsolateMemory
  readonly #underWay: Map<string, Promise<Uint8Array | null>>

  /** `underWay` are the reads of this isolate that have not ended, whoever asked for them. */
  constructor(
    store: Pick<KVNamespace, 'get'>,
    memory: IsolateMemory,
    underWay: Map<string, Promise<Uint8Array | null>>,
  ) {
    this.#store = store
    this.#memory = memory
    this.#underWay = underWay
  }

  /** The bytes of a chunk, kept for the next reader; null where it is missing or damaged. */
  async read(chunk: ChunkKey): Promise<Uint8Array | null> {
    const held = this.#memory.get<Uint8Array>(nameOf(chunk))
    if (held !== null) return held
    const bytes = await this.#joined(chunk)
    if (bytes !== null) this.#memory.keep(nameOf(chunk), bytes.length, bytes)
    return bytes
  }

  /** The same, and not kept. */
  async readOnce({ key, digest }: ChunkKey): Promise<Uint8Array | null> {
    const bytes = await this.#store.get(key, { type: 'arrayBuffer', cacheTtl: CACHE_SECONDS })
    return bytes !== null && (await startsWith(digest, bytes)) ? new Uint8Array(bytes) : null
  }

  /** Waits for another's read of the same chunk; not for long, for the runtime may give that up together with its request. */
  async #joined(chunk: ChunkKey): Promise<Uint8Array | null> {
    const other = this.#underWay.get(chunk.key)
    const joined = other === undefined ? null : await within(JOIN_MS, other)
    if (joined !== null) return joined
    const own = this.readOnce(chunk)
    this.#underWay.set(chunk.key, own)
    try {
      return await own
    } finally {
      if (this.#underWay.get(chunk.key) === own) this.#underWay.delete(chunk.key)
    }
  }
}

const JOIN_MS = 1000
/** How long KV may answer from where it is read; a key is named only once it can be read everywhere. */
const CACHE_SECONDS = 3600

function nameOf({ key }: ChunkKey): string {
  return `chunk ${key}`
}

async function startsWith(digest: Uint8Array, bytes: ArrayBuffer): Promise<boolean> {
  const whole = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return digest.length > 0 && digest.every((byte, i) => whole[i] === byte)
}

/** What a read gives in time; null when it does not, or fails. */
async function within<T>(ms: number, read: Promise<T>): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | null = null
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms)
  })
  try {
    return await Promise.race([read.catch(() => null), late])
  } finally {
    clearTimeout(timer)
  }
}
