import type { CallOptions, operationOf } from './call.ts'
import { CannotExercise } from './cannot-exercise.ts'
import type { Exchange, SentRequest } from './exchange.ts'
import { type Target, tokenOf } from './target.ts'

/** Sends a request to the target and reads the whole answer; throws CannotExercise when there is none. */
export async function receive(
  target: Target,
  call: {
    readonly operation: ReturnType<typeof operationOf>
    readonly sent: SentRequest
    readonly options: CallOptions
  },
): Promise<Exchange> {
  const { operation, sent, options } = call
  const side = options.side ?? 'a'
  const token = options.token === undefined ? tokenOf(target, side) : options.token
  const request = new Request(`${target.origin}${sent.address}`, {
    method: sent.method,
    headers: { ...sent.headers, ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
    body: sent.body,
    redirect: 'manual',
    signal: AbortSignal.timeout(target.answerMsMax ?? ANSWER_MS_MAX),
  })
  const { response, text } = await answerOf(target, request, operation.worker)
  return {
    worker: operation.worker,
    operation,
    side,
    request: sent,
    status: response.status,
    headers: response.headers,
    text,
    json: parse(text),
  }
}

/** An answer that takes longer is none, unless the target says otherwise. */
const ANSWER_MS_MAX = 30_000
/** An answer that is larger is none. */
const ANSWER_BYTES_MAX = 8 * 1024 * 1024

async function answerOf(target: Target, request: Request, worker: Exchange['worker']) {
  try {
    return await Promise.race([whole(target.fetcher(request, worker)), abortOf(request.signal)])
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CannotExercise(`${worker} gave no answer: ${reason}`, error)
  }
}

async function whole(answer: Promise<Response>) {
  const response = await answer
  return { response, text: await boundedText(response) }
}

/** Rejects when the signal aborts: a fetcher may not heed it. */
function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
}

async function boundedText({ body }: Response): Promise<string> {
  if (body === null) return ''
  let bytes = 0
  const counted = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        bytes += chunk.byteLength
        if (bytes > ANSWER_BYTES_MAX) throw new Error(`the answer is over ${ANSWER_BYTES_MAX} bytes`)
        controller.enqueue(chunk)
      },
    }),
  )
  return await new Response(counted).text()
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
