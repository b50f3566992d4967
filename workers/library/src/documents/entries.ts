import type { NdjsonLine } from '@cairn/http-kernel/ndjson'
import { Problem } from '@cairn/http-kernel/problem'
import { type Entry, readLine } from './read-document.ts'

/**
 * The entries of an NDJSON body, one a line. A body that is refused as a whole after its first line (too large, cut off) ends with
 * one entry that says so, and the lines before it count; refused before it, the Problem is thrown.
 */
export async function* entriesOf(lines: AsyncIterable<NdjsonLine>): AsyncGenerator<Entry> {
  let last = 0
  try {
    for await (const line of lines) {
      last = line.line
      yield await readLine(line)
    }
  } catch (failure) {
    if (!(failure instanceof Problem) || last === 0) throw failure
    yield { line: last + 1, id: null, document: null, problem: failure }
  }
}
