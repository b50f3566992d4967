import { BatchIngest } from './batch-ingest.ts'
import { freshKey } from './call.ts'
import type { CreateOptions } from './call-options.ts'
import type { Connection } from './connection.ts'
import { BATCH_BOUNDS, type BatchBounds, documentBatches } from './document-batches.ts'
import type { DocumentAnswer, DocumentInput } from './documents.ts'
import { deadlineOf } from './send.ts'

/** Documents and the source they go to. */
export interface DocumentsInput {
  readonly source: string
  readonly documents: Iterable<DocumentInput> | AsyncIterable<DocumentInput>
}

/** `timeoutMs` bounds each wait for the service, not the whole. */
export interface DocumentsOptions extends CreateOptions {
  /** How much one request holds, when other than about a megabyte and 1,000 lines. */
  readonly batch?: Partial<BatchBounds>
}

/**
 * Sends documents in batches and gives each answer line as it arrives; `line` counts from 1 over the whole input. The next documents are
 * taken only when the answers before them were. What was cut off or refused for a passing reason is sent again, those lines alone, so
 * answers come in input order but for such lines.
 */
export async function* addDocuments(
  connection: Connection,
  { source, documents }: DocumentsInput,
  options: DocumentsOptions,
): AsyncGenerator<DocumentAnswer, void, undefined> {
  const bounds = { ...BATCH_BOUNDS, ...options.batch }
  let batch = 0
  const deadline = deadlineOf(connection, options)
  try {
    deadline.pause()
    for await (const lines of documentBatches(documents, bounds)) {
      const key = options.idempotencyKey === undefined ? freshKey() : `${options.idempotencyKey}.${++batch}`
      yield* new BatchIngest(connection, { source, options, deadline }).settle(lines, key)
    }
  } finally {
    deadline.close()
  }
}
