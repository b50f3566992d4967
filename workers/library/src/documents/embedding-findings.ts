import { lengthFindings } from '@cairn/contract/embedding-bounds'
import type { Finding } from '@cairn/contract/requests'
import type { Embedder } from '@cairn/memory-store/embedder'

/** Why a document may not bring its embedding to a namespace with that embedder. */
export function embeddingFindings(embedding: readonly number[], embedder: Embedder | null): Finding[] {
  if (embedder?.name === 'caller') return lengthFindings(embedding, embedder.dimensions, ['embedding'])
  const message =
    embedder === null
      ? unset(embedding.length)
      : 'found an `embedding`, expected none: the embedder of the namespace makes its own (`GET /v1/embedder`)'
  return [{ pointer: '/embedding', rule: 'embedder', message }]
}

function unset(length: number): string {
  const body = JSON.stringify({ embedder: 'caller', dimensions: length })
  return `found an \`embedding\`, expected none in a namespace without an embedder; this allows it: PUT /v1/embedder ${body}`
}
