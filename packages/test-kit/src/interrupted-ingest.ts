/** A document to send. */
export interface SentDocument {
  readonly id: string
  readonly text: string
  readonly title?: string
}

/** One line that the service answered: the document is stored, it said. */
export interface Acknowledged {
  readonly id: string
  readonly status: string
  readonly pointers: readonly string[]
}

/** Where documents go. */
export interface IngestTarget {
  readonly url: string
  readonly token: string
  readonly source: string
}

/**
 * Sends documents as one NDJSON body and answers with the lines that came back. With `until`, the body is never ended and
 * `interrupt` is called once that many lines are there: what was acknowledged before the connection broke is the answer.
 */
export async function ingestLines(
  { url, token, source }: IngestTarget,
  documents: readonly SentDocument[],
  broken?: { readonly until: number; readonly interrupt: () => Promise<void> },
): Promise<Acknowledged[]> {
  const response = await fetch(`${url}/v1/sources/${source}/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' },
    body: bodyOf(documents, broken === undefined),
    duplex: 'half',
  } as RequestInit)
  if (response.status !== 200)
    throw new Error(`the service answered ${response.status} ${await response.text()}`)
  return readLines(response.body!, broken)
}

async function readLines(
  body: ReadableStream<Uint8Array>,
  broken: { readonly until: number; readonly interrupt: () => Promise<void> } | undefined,
): Promise<Acknowledged[]> {
  const acknowledged: Acknowledged[] = []
  const decoder = new TextDecoder()
  let rest = ''
  let interrupted = false
  try {
    for await (const bytes of body) {
      const lines = `${rest}${decoder.decode(bytes, { stream: true })}`.split('\n')
      rest = lines.pop()!
      for (const line of lines) if (line !== '') acknowledged.push(JSON.parse(line) as Acknowledged)
      if (broken === undefined || interrupted || acknowledged.length < broken.until) continue
      interrupted = true
      await broken.interrupt()
    }
  } catch (failure) {
    if (!interrupted) throw failure
  }
  return acknowledged
}

function bodyOf(documents: readonly SentDocument[], ends: boolean): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let at = 0
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      const lines = documents.slice(at, at + LINES_AT_ONCE).map((one) => `${JSON.stringify(one)}\n`)
      at += LINES_AT_ONCE
      if (lines.length > 0) controller.enqueue(encoder.encode(lines.join('')))
      else if (ends) controller.close()
      else return new Promise(() => undefined)
    },
  })
}

const LINES_AT_ONCE = 20
