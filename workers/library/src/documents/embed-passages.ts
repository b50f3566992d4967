import { embedTexts } from '@cairn/embedder/embed-texts'
import { EmbedderFailed } from '@cairn/embedder/embedder-failed'
import { modelId } from '@cairn/embedder/models'
import { Problem } from '@cairn/http-kernel/problem'
import type { Embedder } from '@cairn/memory-store/embedder'
import type { Namespace } from '@cairn/memory-store/namespace'
import type { NewDocument } from '@cairn/memory-store/stored-document'
import type { NewPassage } from '@cairn/memory-store/stored-passage'
import { quantize } from '@cairn/search-engine/vector'
import type { DocumentFormat } from '@cairn/text/passages'
import { readableText } from '@cairn/text/readable-text'
import type { LibraryBindings } from '../bindings.ts'
import { vectorText } from './vector-text.ts'

/** The documents, each passage with its vector where a model makes those of the namespace. Throws `embedder_unavailable`. */
export async function embedPassages(
  {
    bindings: { ai },
    namespace: { embedder },
  }: { readonly bindings: LibraryBindings; readonly namespace: Namespace },
  documents: readonly NewDocument[],
): Promise<NewDocument[]> {
  if (!hasModel(embedder)) return [...documents]
  const texts = documents.flatMap((document) => document.passages.map((passage) => textOf(document, passage)))
  const made = await embedTexts({ ai, name: embedder.name, msMax: EMBEDDING_MS_MAX }, texts).catch(refuse)
  const vectors = made.map((values) => vectorText(quantize(values))).values()
  return documents.map((document) => ({
    ...document,
    passages: document.passages.map((passage) => ({ ...passage, vector: vectors.next().value! })),
  }))
}

/** Whether a model makes the vectors of a namespace, so that every passage of it has one. */
export function hasModel(embedder: Embedder | null): embedder is Embedder {
  return embedder !== null && modelId(embedder.name) !== null
}

/** How long an answer of the model may take; it is given for at most 100 passages at once. */
const EMBEDDING_MS_MAX = 10_000

/** What a reader sees of a passage, under its titles; markup where it sees nothing. */
function textOf({ title, format }: NewDocument, { heading, text }: NewPassage): string {
  const parts = [title, heading, readableText(text, format as DocumentFormat)]
  return parts.filter((part) => part !== '').join('\n') || text
}

function refuse(failure: unknown): never {
  if (!(failure instanceof EmbedderFailed)) throw failure
  throw new Problem(
    'embedder_unavailable',
    `No vector was made, so nothing was written: ${failure.message}. Send it again later.`,
    { cause: failure.cause },
  )
}
