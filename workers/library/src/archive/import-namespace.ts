import type { Call, Reply } from '@cairn/http-kernel/call'
import type { NdjsonLine } from '@cairn/http-kernel/ndjson'
import { type Problem, problemDocument } from '@cairn/http-kernel/problem'
import { consistencyToken } from '@cairn/tenancy/consistency-token'
import { writableNamespace } from '@cairn/tenancy/open-namespace'
import type { LibraryBindings } from '../bindings.ts'
import { lineStream } from '../documents/line-stream.ts'
import { refusalOf } from '../store-failure.ts'
import { ArchiveIntake, type IntakeLine } from './archive-intake.ts'
import { type ArchiveHeader, readArchiveLine } from './archive-line.ts'
import { wrong } from './wrong-line.ts'

/**
 * Takes an archive into an empty namespace, commit by commit, and answers a line for each. A longer archive comes in several requests,
 * each with the header first; lines that are there already are passed over, so an import that was cut off goes on when it is sent
 * again. Before the first commit refusals are problems; after it the last line has the problem, and what was committed stays.
 */
export async function importNamespace(call: Call<LibraryBindings>): Promise<Reply> {
  const lines = call.lines![Symbol.asyncIterator]()
  const header = await readHeader(lines)
  const namespace = await writableNamespace(call)
  const intake = await ArchiveIntake.begin(call, namespace, header)
  return {
    stream: lineStream(answers(call, intake, lines)),
    type: 'application/x-ndjson; charset=utf-8',
    headers: consistencyToken(namespace),
  }
}

async function readHeader(
  lines: AsyncIterator<NdjsonLine>,
): Promise<{ readonly header: ArchiveHeader; readonly text: string }> {
  const { value, done } = await lines.next()
  if (done) throw wrong('', 'found no line, expected an archive, its header first')
  if (value.problem !== null) throw value.problem
  const line = readArchiveLine(value.text)
  if (line.type !== 'header')
    throw wrong('/type', 'expected the header of the archive, its first line, in every request')
  return { header: line.header, text: value.text }
}

async function* answers(
  call: Call<LibraryBindings>,
  intake: ArchiveIntake,
  lines: AsyncIterator<NdjsonLine>,
): AsyncGenerator<readonly IntakeLine[]> {
  try {
    yield [intake.standing]
    for (;;) {
      const { value, done } = await lines.next()
      if (done) break
      if (value.problem !== null) throw value.problem
      const answer = await intake.take(value.text)
      if (answer !== null) yield [answer]
    }
    const answer = await intake.finish()
    if (answer !== null) yield [answer]
  } catch (failure) {
    const problem = logged(refusalOf(failure))
    yield [{ line: intake.through, status: 'refused', problem: problemDocument(problem, call.url.pathname) }]
  } finally {
    await lines.return?.()
  }
}

/** A line carries no incident id, so the log only says which class of failure it was. */
function logged(problem: Problem): Problem {
  if (problem.cause instanceof Error)
    console.error(
      JSON.stringify({
        code: problem.code,
        error: problem.cause.constructor.name,
        operation: 'importNamespace',
      }),
    )
  return problem
}
