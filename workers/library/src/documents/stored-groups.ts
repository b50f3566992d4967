import { Problem } from '@cairn/http-kernel/problem'
import { refusedLine } from './answer-line.ts'
import type { Destination } from './commit-group.ts'
import type { CommitGroup } from './cut-commits.ts'
import { type StoredGroup, storeGroup } from './store-group.ts'

/** A request of many lines. */
export interface ManyDocuments {
  readonly groups: AsyncIterable<CommitGroup>
  /** where the n-th commit goes, from 0 */
  readonly to: (n: number) => Destination
  /** the address the lines were sent to */
  readonly path: string
  /** begins a merge that nobody waits for */
  readonly stepSoon: () => void
}

/**
 * Stores group after group. A body that is cut off ends with one line, numbered as the first that was not stored. Throws what
 * refuses the request as a whole: a key used with another body, and a body cut off before its first commit.
 */
export async function* storedGroups(many: ManyDocuments): AsyncGenerator<StoredGroup> {
  let last = 0
  try {
    for await (const stored of eachStored(many)) {
      yield stored
      last = stored.lines.at(-1)!.line
    }
  } catch (failure) {
    if (last === 0 || !(failure instanceof Problem)) throw failure
    yield { lines: [refusedLine({ line: last + 1, id: null }, failure, many.path)], version: null, failure }
  }
}

async function* eachStored({ groups, to, path, stepSoon }: ManyDocuments): AsyncGenerator<StoredGroup> {
  let n = 0
  for await (const group of groups) {
    const stored = await storeGroup(to(n), group, path)
    if (n === 0 && stored.failure?.code === 'idempotency_mismatch') throw stored.failure
    if (stored.failure?.code === 'index_backlog') stepSoon()
    yield stored
    n += 1
  }
}
