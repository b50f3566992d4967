import type { Client, DocumentAnswer, DocumentInput } from '@cairn/client'

/** How far an ingest is. */
export interface IngestProgress {
  documents: number
  passages: number
  refused: DocumentAnswer[]
}

const RETRIES = 10

/**
 * Sends documents and reports after each answer. A document the service already has is a no-op there, so an interrupted ingest is
 * repeated from any point.
 */
export async function sendDocuments(
  client: Client,
  source: string,
  documents: Iterable<DocumentInput> | AsyncIterable<DocumentInput>,
  onProgress: (progress: IngestProgress, line: DocumentAnswer) => void,
): Promise<IngestProgress> {
  const progress: IngestProgress = { documents: 0, passages: 0, refused: [] }
  for await (const line of client.addDocuments({ source, documents }, { retries: RETRIES })) {
    progress.documents += 1
    progress.passages += line.pointers.length
    if (line.status === 'refused') progress.refused.push(line)
    onProgress(progress, line)
  }
  return progress
}
