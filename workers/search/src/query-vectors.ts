import type { AiBinding } from '@cairn/embedder/embed-texts'
import { embedTexts } from '@cairn/embedder/embed-texts'
import { EmbedderFailed } from '@cairn/embedder/embedder-failed'
import { quantize } from '@cairn/search-engine/vector'
import type { IsolateMemory } from './isolate-memory.ts'

/** A question, and the model whose vector of it is wanted. */
export interface QueryText {
  readonly tenant: string
  /** the name of the embedder */
  readonly embedder: string
  readonly query: string
  /** how long it may take, ms */
  readonly msMax: number
}

/** The vectors of questions, made by Workers AI. What was made is held, so that every page of a walk is ranked by the same one. */
export class QueryVectors {
  readonly #ai: AiBinding | null
  readonly #memory: IsolateMemory

  constructor(ai: AiBinding | null, memory: IsolateMemory) {
    this.#ai = ai
    this.#memory = memory
  }

  /** Null where none was made in time. */
  async of({ tenant, embedder, query, msMax }: QueryText): Promise<Int8Array | null> {
    const name = `vector ${JSON.stringify([tenant, embedder, query])}`
    const held = this.#memory.get<Int8Array>(name)
    if (held !== null) return held
    try {
      const [values] = await embedTexts({ ai: this.#ai, name: embedder, msMax }, [query])
      const vector = quantize(values!)
      this.#memory.keep(name, vector.length + 2 * name.length, vector)
      return vector
    } catch (failure) {
      if (failure instanceof EmbedderFailed) return null
      throw failure
    }
  }
}
