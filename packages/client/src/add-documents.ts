import { answerLines } from './answer-lines.ts'
import { BrokenAnswer } from './broken-answer.ts'
import { type Call, callOf, freshKey } from './call.ts'
import type { CreateOptions } from './call-options.ts'
import type { Connection } from './connection.ts'
import type { Deadline } from './deadline.ts'
import { BATCH_BOUNDS, type BatchBounds, type DocumentLine, documentBatches } from './document-batches.ts'
import type { DocumentAnswer, DocumentInput } from './documents.ts'
import { open } from './open.ts'
import { cutOff } from './read-answer.ts'
import { backoff, pauseBeforeRepeat } from './repeat.ts'
import { deadlineOf, rest, retriesFor } from './send.ts'

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
      yield* new Ingest(connection, { source, options, deadline }).settle(lines, key)
    }
  } finally {
    deadline.close()
  }
}

interface Sending {
  readonly source: string
  readonly options: DocumentsOptions
  readonly deadline: Deadline
}

/** One batch until each of its lines has an answer. */
class Ingest {
  readonly #connection: Connection
  readonly #sending: Sending
  #waiting: readonly DocumentLine[] = []
  /** Lines of the present request that have an answer; those to be sent again are not settled by it. */
  #answered = 0
  #again: DocumentLine[] = []

  constructor(connection: Connection, sending: Sending) {
    this.#connection = connection
    this.#sending = sending
  }

  async *settle(lines: readonly DocumentLine[], firstKey: string): AsyncGenerator<DocumentAnswer> {
    const { options } = this.#sending
    const retries = retriesFor(this.#connection, options)
    this.#waiting = lines
    let key = firstKey
    for (let repeats = 0; this.#waiting.length > 0; repeats++) {
      const sent = this.#waiting.length
      const call = this.#callOf(key)
      let failure: unknown = null
      try {
        yield* this.#answers(call, repeats < retries)
      } catch (thrown) {
        failure = thrown
      }
      this.#waiting = [...this.#again, ...this.#waiting.slice(this.#answered)]
      if (this.#waiting.length < sent) [key, repeats] = [freshKey(), 0]
      if (failure !== null || this.#waiting.length > 0) await this.#pause(failure, { call, repeats, retries })
    }
  }

  async *#answers(call: Call, mayAgain: boolean): AsyncGenerator<DocumentAnswer> {
    const { deadline } = this.#sending
    this.#answered = 0
    this.#again = []
    deadline.restart()
    const response = await open(this.#connection, call, deadline)
    for await (const answer of answerLines(response, call, deadline)) {
      const line = this.#waiting[this.#answered]
      if (line === undefined || !isAbout(answer as DocumentAnswer, line)) throw notAsked(response, call)
      this.#answered++
      this.#connection.versions?.forget(call.namespace ?? '')
      if (mayAgain && isPassing(answer as DocumentAnswer)) this.#again.push(line)
      else yield { ...(answer as DocumentAnswer), line: line.line }
    }
    if (this.#answered < this.#waiting.length) throw cutOff(response, call)
  }

  #callOf(key: string): Call {
    const { source, options } = this.#sending
    const call = callOf(this.#connection, 'addDocuments', { source }, { ...options, idempotencyKey: key })
    const headers = { ...call.headers, 'Content-Type': 'application/x-ndjson' }
    return { ...call, headers, body: this.#waiting.map(({ text }) => `${text}\n`).join('') }
  }

  async #pause(
    failure: unknown,
    { call, repeats, retries }: { call: Call; repeats: number; retries: number },
  ): Promise<void> {
    const { time } = this.#connection
    const { deadline } = this.#sending
    const pause =
      failure === null
        ? backoff(repeats, time)
        : pauseBeforeRepeat(failure, { repeats, retries, isRepeatable: true, time })
    deadline.restart()
    if (pause === null || pause >= deadline.left()) throw failure
    await rest(pause, this.#connection, { call, deadline })
  }
}

const isAbout = (answer: DocumentAnswer, { id }: DocumentLine) => answer.id === null || answer.id === id

/** Refused for a reason that passes by itself: the service is behind or away, or other writers came between. */
function isPassing({ problem }: DocumentAnswer): boolean {
  return problem?.status === 429 || problem?.status === 503 || problem?.code === 'write_conflict'
}

function notAsked(response: Response, call: Call): BrokenAnswer {
  const message = 'a line of the answer is about no line that was sent'
  return new BrokenAnswer({ operation: call.id, why: 'mismatch', message, response })
}
