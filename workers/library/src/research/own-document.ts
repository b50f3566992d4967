import { passageHash } from '@cairn/contract/research'
import { getDocument } from '@cairn/memory-store/document'
import type { SqlDatabase } from '@cairn/memory-store/sql-database'
import type { DocumentName } from '@cairn/memory-store/stored-document'
import type { SentMessage } from '../documents/sent-document.ts'
import { unpackBody } from '../documents/stored-body.ts'

/** A stored document as evidence, or a stored fact, which is named as in the index: by no source and its fact id. */
export interface OwnDocument extends DocumentName {
  /** the version that wrote it */
  readonly batch: number
  readonly title: string
  readonly recordedAt: number
  /** its text as it was sent; of a conversation its messages, with an empty line between two */
  readonly text: string
  /** SHA-256 of `text` */
  readonly contentHash: string
  readonly messages: readonly SentMessage[] | null
}

/** Reads a document of the namespace as evidence; null when it is not live. */
export async function readOwnDocument(
  db: SqlDatabase,
  { ns, ...name }: DocumentName & { readonly ns: number },
): Promise<OwnDocument | null> {
  const read = await getDocument(db, { ns, ...name })
  if (read.kind !== 'live') return null
  const sent = unpackBody(read.document, read.body) as { text?: string; messages?: readonly SentMessage[] }
  const text = sent.text ?? sent.messages!.map((message) => message.text).join(BETWEEN_MESSAGES)
  const { source, id, batch, title, recordedAt } = read.document
  const messages = sent.messages ?? null
  return { source, id, batch, title, recordedAt, text, messages, contentHash: await passageHash(text) }
}

/** What stands between two messages of a conversation that is read as one text. */
export const BETWEEN_MESSAGES = '\n\n'
