import type { NdjsonLine } from '@cairn/http-kernel/ndjson'
import { Problem } from '@cairn/http-kernel/problem'
import type { Embedder } from '@cairn/memory-store/embedder'
import { type Entry, readLine } from './read-document.ts'

/**
 * The entries of an NDJSON body, one a line. A body that grows past its bound ends with one entry that says so, and the lines before
 * it count. Throws for one past its bound before its first line ends, and for one that is cut off: what a sender that went away has
 * not finished is not committed, or a repeat under the same key would find another commit there.
 */
export async function* entriesOf(
  lines: AsyncIterable<NdjsonLine>,
  embedder: Embedder | null,
): AsyncGenerator<Entry> {
  let last = 0
  try {
    for await (const line of lines) {
      last = line.line
      yield await readLine(line, embedder)
    }
  } catch (failure) {
    if (last === 0 || !(failure instanceof Problem) || failure.code !== 'payload_too_large') throw failure
    yield { line: last + 1, id: null, document: null, problem: failure }
  }
}
