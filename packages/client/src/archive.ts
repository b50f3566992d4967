import { answerLines } from './answer-lines.ts'
import { callOf } from './call.ts'
import type { CallOptions } from './call-options.ts'
import type { Connection } from './connection.ts'
import type { Deadline } from './deadline.ts'
import { open } from './open.ts'
import { pauseBeforeRepeat } from './repeat.ts'
import { deadlineOf, rest, retriesFor } from './send.ts'

/** One line of an archive: `export` first, rows as they are stored, `end` last. Written with JSON.stringify it is the line again. */
export interface ArchiveLine {
  readonly n: number
  readonly type: string
  readonly [member: string]: unknown
}

/** Up to which line an archive is in; `finished` once that is all of it. */
export interface IntakeLine {
  readonly line: number
  readonly status: 'standing' | 'committed' | 'finished' | 'refused'
  readonly problem?: object
}

/** What a namespace holds, and what it may hold. */
export interface Usage {
  readonly namespace: string
  readonly documents: number
  readonly passages: number
  readonly facts: number
  readonly research: {
    readonly sources: number
    readonly passages: number
    readonly citations: number
    readonly notebooks: number
  }
  readonly bytes: number
  readonly commits: number
  readonly quota: { readonly passages_max: number | null; readonly bytes_max: number | null }
}

/** What is to be erased. */
export type ErasureInput =
  | { readonly scope: 'document'; readonly source: string; readonly document: string }
  | { readonly scope: 'source'; readonly source: string }
  | { readonly scope: 'entity'; readonly entity: string }
  | { readonly scope: 'namespace' }

/** How far an erasure is, and how much left the answers. */
export interface Erasure {
  readonly erasure_id: string
  readonly scope: ErasureInput['scope']
  readonly status: 'running' | 'done'
  readonly removed: { readonly documents: number; readonly facts: number; readonly research: number }
  readonly receipt: string | null
  readonly requested_at: string
  readonly finished_at: string | null
}

/** `timeoutMs` bounds each wait for the service, not the whole. */
export type ArchiveOptions = CallOptions

/** An archive as it was exported. */
export interface ArchiveInput {
  readonly archive: Iterable<ArchiveLine> | AsyncIterable<ArchiveLine>
}

/** Everything a namespace holds, line by line as it arrives. */
export async function* exportNamespace(
  connection: Connection,
  options: ArchiveOptions,
): AsyncGenerator<ArchiveLine, void, undefined> {
  const call = callOf(connection, 'exportNamespace', {}, options)
  const deadline = deadlineOf(connection, options)
  try {
    const response = await open(connection, call, deadline)
    yield* answerLines(response, call, deadline) as AsyncGenerator<ArchiveLine>
  } finally {
    deadline.close()
  }
}

/**
 * Sends an archive in requests of about 4 MB, each with the header first, and gives the answer lines. A request that was cut off is sent
 * again: what is in already is passed over.
 */
export async function* importNamespace(
  connection: Connection,
  { archive }: ArchiveInput,
  options: ArchiveOptions,
): AsyncGenerator<IntakeLine, void, undefined> {
  const deadline = deadlineOf(connection, options)
  try {
    deadline.pause()
    for await (const body of requestsOf(archive)) yield* sendPart(connection, body, { options, deadline })
  } finally {
    deadline.close()
  }
}

const REQUEST_LENGTH = 4_000_000

async function* requestsOf(archive: ArchiveInput['archive']): AsyncGenerator<string> {
  let header: string | null = null
  let held = ''
  for await (const line of archive) {
    const text = `${JSON.stringify(line)}\n`
    header ??= text
    held = held === '' && text !== header ? header + text : held + text
    if (held.length < REQUEST_LENGTH) continue
    yield held
    held = ''
  }
  if (held !== '') yield held
}

async function* sendPart(
  connection: Connection,
  body: string,
  { options, deadline }: { readonly options: ArchiveOptions; readonly deadline: Deadline },
): AsyncGenerator<IntakeLine> {
  const call = { ...callOf(connection, 'importNamespace', {}, options), body }
  const ndjson = { ...call, headers: { ...call.headers, 'Content-Type': 'application/x-ndjson' } }
  const retries = retriesFor(connection, options)
  for (let repeats = 0; ; repeats++) {
    try {
      deadline.restart()
      const response = await open(connection, ndjson, deadline)
      connection.versions?.forget(call.namespace ?? '')
      return yield* answerLines(response, ndjson, deadline) as AsyncGenerator<IntakeLine>
    } catch (failure) {
      const { time } = connection
      const pause = pauseBeforeRepeat(failure, { repeats, retries, isRepeatable: true, time })
      if (pause === null || pause >= deadline.left()) throw failure
      deadline.pause()
      await rest(pause, connection, { call: ndjson, deadline })
    }
  }
}
