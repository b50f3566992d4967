import { answerLines } from './answer-lines.ts'
import { BrokenAnswer } from './broken-answer.ts'
import { type Call, callOf, freshKey } from './call.ts'
import type { CreateOptions } from './call-options.ts'
import type { Connection } from './connection.ts'
import type { Deadline } from './deadline.ts'
import type { DocumentLine } from './document-batches.ts'
import type { DocumentAnswer } from './documents.ts'
import { open } from './open.ts'
import { cutOff } from './read-answer.ts'
import { backoff, pauseBeforeRepeat } from './repeat.ts'
import { rest, retriesFor } from './send.ts'

/** What all batches of an ingest share. */
export interface Sending {
  readonly source: string
  readonly options: CreateOptions
  readonly deadline: Deadline
}

/** Sends one batch until each of its lines has an answer. */
export class BatchIngest {
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
    if (pause === null || (failure !== null && pause >= deadline.left())) throw failure
    deadline.pause()
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
