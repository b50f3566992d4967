/** A document as a line of NDJSON; `line` counts from 1 over the whole input. */
export interface DocumentLine {
  readonly line: number
  readonly id: unknown
  readonly text: string
}

/** How much is sent by one request. A batch ends with the line that reaches either bound. */
export interface BatchBounds {
  /** UTF-16 code units. */
  readonly lengthMax: number
  readonly linesMax: number
}

/** The bounds of a batch: about a megabyte, and as many lines as one commit may have. */
export const BATCH_BOUNDS: BatchBounds = { lengthMax: 1024 * 1024, linesMax: 1000 }

/** Cuts documents into batches, taking the next document only when the batch is wanted. Where it cuts depends on the documents alone. */
export async function* documentBatches(
  documents: Iterable<object> | AsyncIterable<object>,
  { lengthMax, linesMax }: BatchBounds,
): AsyncGenerator<readonly DocumentLine[], void, undefined> {
  let batch: DocumentLine[] = []
  let length = 0
  let line = 0
  for await (const document of documents) {
    const text = JSON.stringify(document)
    batch.push({ line: ++line, id: (document as { id?: unknown }).id, text })
    length += text.length
    if (length < lengthMax && batch.length < linesMax) continue
    yield batch
    batch = []
    length = 0
  }
  if (batch.length > 0) yield batch
}
