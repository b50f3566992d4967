import { keepHeaders } from './answer-headers.ts'
import { type AnyOptions, type Call, callOf, type Input } from './call.ts'
import type { CallOptions } from './call-options.ts'
import type { CallId } from './calls.ts'
import { type Connection, retriesOf, timeoutOf } from './connection.ts'
import { type Deadline, startDeadline } from './deadline.ts'
import { open } from './open.ts'
import { readAnswer } from './read-answer.ts'
import { pauseBeforeRepeat } from './repeat.ts'
import { judge } from './validate-answer.ts'

/** Calls an operation until it is answered, repeating it where that is safe. Throws `Refused`, `BrokenAnswer`, `Unreachable`, or the reason of the caller's signal. */
export async function send(
  connection: Connection,
  id: CallId,
  input: Input,
  options: AnyOptions = {},
): Promise<object | string> {
  const call = callOf(connection, id, input, options)
  const deadline = deadlineOf(connection, options)
  try {
    return await untilAnswered(connection, call, { deadline, retries: retriesFor(connection, options) })
  } finally {
    deadline.close()
  }
}

/** The deadline of a call of this connection. */
export function deadlineOf({ timeoutMs, time }: Connection, options: CallOptions): Deadline {
  return startDeadline(timeoutOf(options.timeoutMs ?? timeoutMs), options.signal, time.now)
}

/** How often a call of this connection may be repeated. */
export function retriesFor({ retries }: Connection, options: CallOptions): number {
  return retriesOf(options.retries ?? retries)
}

async function untilAnswered(
  connection: Connection,
  call: Call,
  { deadline, retries }: { readonly deadline: Deadline; readonly retries: number },
): Promise<object | string> {
  const { time } = connection
  for (let repeats = 0; ; repeats++) {
    try {
      const response = await open(connection, call, deadline)
      const answer = await readAnswer(response, call, deadline)
      if (connection.validate && call.contract === 'crc-v1' && typeof answer === 'object')
        await judge(answer, response, call)
      if (typeof answer === 'object') keepHeaders(answer, response)
      return answer
    } catch (failure) {
      const pause = pauseBeforeRepeat(failure, { repeats, retries, isRepeatable: call.isRepeatable, time })
      if (pause === null || pause >= deadline.left()) throw failure
      await rest(pause, connection, { call, deadline })
    }
  }
}

/** Waits, unless the call ends before. */
export async function rest(
  milliseconds: number,
  { time }: Connection,
  { call, deadline }: { readonly call: Call; readonly deadline: Deadline },
): Promise<void> {
  try {
    await time.wait(milliseconds, deadline.signal)
  } catch (failure) {
    deadline.check(call.id)
    throw failure
  }
}
