import type { LibraryBindings } from '../src/bindings.ts'

/** Bindings of a Worker that is killed once it has called its stores so often: the last call is carried out, its answer never comes. */
export class KilledBindings {
  readonly bindings: LibraryBindings
  #left: number

  constructor(bindings: LibraryBindings, calls: number) {
    this.#left = calls
    const { memory, segments } = bindings
    this.bindings = {
      ...bindings,
      memory: {
        prepare: (sql: string) => memory.prepare(sql),
        batch: (statements: D1PreparedStatement[]) => this.#call(() => memory.batch(statements)),
      } as unknown as D1Database,
      segments: {
        get: (key: string) => this.#call(() => segments.get(key, 'arrayBuffer')),
        put: (key: string, value: Uint8Array) => this.#call(() => segments.put(key, value)),
        delete: (key: string) => this.#call(() => segments.delete(key)),
      } as unknown as KVNamespace,
    }
  }

  get isKilled(): boolean {
    return this.#left < 0
  }

  async #call<T>(call: () => Promise<T>): Promise<T> {
    this.#left -= 1
    if (this.#left < -1) throw new Killed()
    const answer = await call()
    if (this.#left < 0) throw new Killed()
    return answer
  }
}

class Killed extends Error {
  constructor() {
    super('SQLITE_KILLED: the Worker is gone')
  }
}
