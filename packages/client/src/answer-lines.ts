import { BrokenAnswer } from './broken-answer.ts'
import type { Call } from './call.ts'
import type { Deadline } from './deadline.ts'
import { during } from './during.ts'
import { cutOff, parsed, typeOf } from './read-answer.ts'

const ANSWER_LINE_LENGTH_MAX = 4 * 1024 * 1024

/**
 * The objects of an NDJSON answer as they arrive. The deadline counts while the service is waited for, and stands still while the
 * reader works. Throws `BrokenAnswer` for what is cut off or is no NDJSON.
 */
export async function* answerLines(
  response: Response,
  call: Call,
  deadline: Deadline,
): AsyncGenerator<object, void, undefined> {
  if (typeOf(response) !== 'application/x-ndjson') throw await otherType(response, call, deadline)
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body!.getReader()
  const decoder = new TextDecoder()
  let held = ''
  try {
    for (;;) {
      deadline.restart()
      const { done, value } = await nextChunk(reader, { response, call, deadline })
      deadline.pause()
      held += done ? decoder.decode() : decoder.decode(value, { stream: true })
      const lines = held.split('\n')
      held = done ? '' : lines.pop()!
      for (const line of lines) if (line.trim() !== '') yield objectOf(line, response, call)
      if (done) return
      if (held.length > ANSWER_LINE_LENGTH_MAX)
        throw broken('a line of the answer is too long', response, call)
    }
  } finally {
    deadline.pause()
    reader.cancel().catch(() => {})
  }
}

type Chunk = Awaited<ReturnType<ReadableStreamDefaultReader<Uint8Array>['read']>>

async function nextChunk(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  { response, call, deadline }: { response: Response; call: Call; deadline: Deadline },
): Promise<Chunk> {
  try {
    return await during(deadline.signal, reader.read())
  } catch (cause) {
    deadline.check(call.id)
    throw cutOff(response, call, cause)
  }
}

function objectOf(line: string, response: Response, call: Call): object {
  const value = parsed(line)
  if (typeof value === 'object' && value !== null) return value
  throw broken('a line of the answer is no JSON object', response, call, line)
}

async function otherType(response: Response, call: Call, deadline: Deadline): Promise<BrokenAnswer> {
  const text = await during(deadline.signal, response.text()).catch(() => '')
  const message = `answered ${typeOf(response)} instead of NDJSON`
  return new BrokenAnswer({ operation: call.id, why: 'content_type', message, response, text })
}

function broken(message: string, response: Response, call: Call, text = ''): BrokenAnswer {
  return new BrokenAnswer({ operation: call.id, why: 'not_json', message, response, text })
}
