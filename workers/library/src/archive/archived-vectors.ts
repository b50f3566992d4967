import { EMBEDDER_OPERATIONS } from '@cairn/contract/operations/embedder'
import { checkBody } from '@cairn/contract/requests'
import { EMBEDDING_MODELS, modelId } from '@cairn/embedder/models'
import { fromBase64 } from '@cairn/memory-store/base64'
import type { Embedder } from '@cairn/memory-store/embedder'
import type { Row } from '@cairn/memory-store/statement'
import { wrong } from './wrong-line.ts'

/** The embedder that the header of an archive names; null where it names none. Throws `invalid_body`. */
export function archivedEmbedder(value: unknown): Embedder | null {
  if (value === undefined) return null
  const { name, dimensions, version } = (value ?? {}) as Readonly<Record<keyof Embedder, unknown>>
  const isWhole = dimensions !== undefined && version !== undefined
  if (!isWhole || checkBody(PUT_EMBEDDER, { embedder: name, dimensions, version }).length > 0)
    throw wrong('/embedder', 'expected its name, `dimensions` and `version`, as an export writes them')
  const embedder = { name, dimensions, version } as Embedder
  assertModel(embedder)
  return embedder
}

/** A model makes vectors of one length, so what was made here later would not fit beside others. */
function assertModel({ name, dimensions }: Embedder): void {
  const id = modelId(name)
  if (id === null || EMBEDDING_MODELS[id]?.dimensions === dimensions) return
  throw wrong('/embedder', `expected a model that is known here, with its \`dimensions\`: ${KNOWN}`)
}

const KNOWN = Object.entries(EMBEDDING_MODELS)
  .map(([id, { dimensions }]) => `${id} (${dimensions})`)
  .join(', ')

const PUT_EMBEDDER = EMBEDDER_OPERATIONS.find(({ id }) => id === 'putEmbedder')!

/** Throws `invalid_body` for a row whose vector is none of the embedder of its archive. */
export function assertVector({ vector }: Row, embedder: Embedder | null): void {
  if (vector == null) return
  if (embedder === null) throw wrong('/vector', 'found a vector in an archive whose header has no `embedder`')
  if (fromBase64(vector as string)?.length === embedder.dimensions) return
  throw wrong('/vector', `expected ${embedder.dimensions} bytes in base64, as the header says`)
}
