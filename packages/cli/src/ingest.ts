import { type Connection, Refused, request } from './http.ts'

/** What became of one document. */
export interface IngestLine {
  readonly id: string | null
  readonly status: 'created' | 'replaced' | 'unchanged' | 'refused'
  readonly pointers?: readonly string[]
  readonly problem?: { readonly code: string; readonly detail: string }
}

/** How far an ingest is. */
export interface IngestProgress {
  documents: number
  passages: number
  refused: IngestLine[]
}

const REQUEST_BYTES_AIM = 1024 * 1024
const PASSES_MAX = 10
const AGAIN = new Set(['index_backlog', 'unavailable', 'write_conflict'])

/**
 * Sends documents as NDJSON in requests of about 1 MB and reports after each answer line. Documents that the service
 * is too busy for are sent again. A document the service already has is a no-op there, so an interrupted ingest is
 * repeated from any point.
 */
export async function ingest(
  connection: Connection,
  source: string,
  documents: Iterable<object>,
  onProgress: (progress: IngestProgress, line: IngestLine) => void,
): Promise<IngestProgress> {
  const progress: IngestProgress = { documents: 0, passages: 0, refused: [] }
  for (const batch of batches(documents)) {
    await sendBatch(connection, source, batch, progress, onProgress)
  }
  return progress
}

async function sendBatch(
  connection: Connection,
  source: string,
  batch: string[],
  progress: IngestProgress,
  onProgress: (progress: IngestProgress, line: IngestLine) => void,
): Promise<void> {
  let waiting = batch
  for (let pass = 1; waiting.length > 0; pass++) {
    const again: string[] = []
    const answers = await postLines(connection, source, waiting)
    for (const [index, answer] of answers.entries()) {
      if (answer.problem !== undefined && AGAIN.has(answer.problem.code) && pass < PASSES_MAX) {
        again.push(waiting[index]!)
        continue
      }
      progress.documents += 1
      progress.passages += answer.pointers?.length ?? 0
      if (answer.status === 'refused') progress.refused.push(answer)
      onProgress(progress, answer)
    }
    if (again.length > 0) await new Promise((resolve) => setTimeout(resolve, 1000))
    waiting = again
  }
}

async function postLines(connection: Connection, source: string, lines: string[]): Promise<IngestLine[]> {
  const response = await request(connection, `/v1/sources/${encodeURIComponent(source)}/documents`, {
    method: 'POST',
    ndjson: `${lines.join('\n')}\n`,
  })
  const answers = (await response.text()).split('\n').filter((line) => line !== '')
  if (answers.length !== lines.length)
    throw new Refused(response.status, {
      detail: `the service answered ${answers.length} of ${lines.length} lines; send them again`,
    })
  return answers.map((line) => JSON.parse(line) as IngestLine)
}

function* batches(documents: Iterable<object>): Generator<string[]> {
  let batch: string[] = []
  let bytes = 0
  for (const document of documents) {
    const line = JSON.stringify(document)
    batch.push(line)
    bytes += line.length
    if (bytes >= REQUEST_BYTES_AIM) {
      yield batch
      batch = []
      bytes = 0
    }
  }
  if (batch.length > 0) yield batch
}
