import { Problem } from '@cairn/http-kernel/problem'
import { isStepDue, stepQuietly } from '../maintenance/step-soon.ts'
import { refusalOf } from '../store-failure.ts'
import { type AnswerLine, refusedLine, storedLine } from './answer-line.ts'
import { commitGroup, type Destination, type Settled } from './commit-group.ts'
import type { CommitGroup } from './cut-commits.ts'
import type { Entry, ReadDocument } from './read-document.ts'

/** A group of lines with its answers. `failure`: why its commit was refused, for all its documents alike. */
export interface StoredGroup {
  readonly lines: readonly AnswerLine[]
  readonly version: number | null
  readonly failure: Problem | null
}

/**
 * Commits the documents of a group and answers each of its lines. A writer of many merges as it goes: what it adds would otherwise
 * be refused as a backlog after 64 commits. `path` is the address the lines were sent to.
 */
export async function storeGroup(to: Destination, group: CommitGroup, path: string): Promise<StoredGroup> {
  const documents = group.flatMap(({ document }) => (document === null ? [] : [document]))
  if (documents.length === 0) return refusedGroup(group, null, path)
  try {
    const settled = await commitMerging(to, documents)
    return { lines: linesOf(to, group, settled, path), version: settled.version, failure: null }
  } catch (failure) {
    return refusedGroup(group, logged(refusalOf(failure)), path)
  }
}

async function commitMerging(to: Destination, documents: readonly ReadDocument[]): Promise<Settled> {
  const { bindings, namespace } = to
  const settled = await commitGroup(to, documents).catch(async (failure) => {
    if (!(failure instanceof Problem) || failure.code !== 'index_backlog') throw failure
    await stepQuietly(bindings, namespace)
    return commitGroup(to, documents)
  })
  if (isStepDue(settled)) await stepQuietly(bindings, namespace)
  return settled
}

function linesOf(
  { namespace }: Destination,
  group: CommitGroup,
  { version, fates, receipt }: Settled,
  path: string,
): AnswerLine[] {
  let next = 0
  return group.map((entry) =>
    entry.document === null
      ? refusedLine(entry, entry.problem, path)
      : storedLine(entry, fates[next++]!, { namespace, version, receipt }),
  )
}

function refusedGroup(group: CommitGroup, failure: Problem | null, path: string): StoredGroup {
  const lines = group.map((entry: Entry) => refusedLine(entry, entry.problem ?? failure!, path))
  return { lines, version: null, failure }
}

/** A line carries no incident id, so the log only says which class of failure it was. */
function logged(problem: Problem): Problem {
  if (problem.cause instanceof Error)
    console.error(
      JSON.stringify({
        code: problem.code,
        error: problem.cause.constructor.name,
        operation: 'addDocuments',
      }),
    )
  return problem
}
