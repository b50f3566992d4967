import type { NewDocument } from '@cairn/memory-store/stored-document'
import type { NewPassage } from '@cairn/memory-store/stored-passage'
import type { PassageInput } from '@cairn/search-engine/passage'
import type { DocumentFormat } from '@cairn/text/passages'
import { readableText } from '@cairn/text/readable-text'
import { vectorIn } from './vector-text.ts'

/** A passage with what its document lends it; a stored passage is one. */
export interface IndexedPassage
  extends NewPassage,
    Pick<
      NewDocument,
      'source' | 'title' | 'author' | 'uri' | 'kind' | 'tags' | 'createdAt' | 'eventAt' | 'format'
    > {
  readonly documentId: string
  /** n-th passage of its document, from 0 */
  readonly index: number
}

/**
 * A passage as the index takes it: its text is what a reader sees of it, so terms and epitomes are of that. The same passage
 * always gives the same input, so that burying it undoes indexing it.
 */
export function passageInput(passage: IndexedPassage): PassageInput {
  const { source, documentId, title, heading, speaker, author, uri, kind, tags, createdAt, eventAt } = passage
  return {
    document: `${source}/${documentId}`,
    source,
    documentId,
    title,
    heading,
    speaker,
    author,
    text: readableText(passage.text, passage.format as DocumentFormat),
    summaryTokens: passage.summaryTokens,
    tokens: passage.tokens,
    hash: passage.hash,
    uri,
    kind,
    tags,
    createdAt,
    eventAt,
    index: passage.index,
    vector: passage.vector === null ? null : vectorIn(passage.vector),
  }
}
