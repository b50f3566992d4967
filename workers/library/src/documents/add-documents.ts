import type { Call, Reply } from '@cairn/http-kernel/call'
import type { NdjsonLine } from '@cairn/http-kernel/ndjson'
import { Problem } from '@cairn/http-kernel/problem'
import { consistencyToken } from '@cairn/tenancy/consistency-token'
import type { LibraryBindings } from '../bindings.ts'
import { isStepDue, stepSoon } from '../maintenance/step-soon.ts'
import { findSource } from '../sources/find-source.ts'
import { storedLine } from './answer-line.ts'
import { commitGroup, type Destination } from './commit-group.ts'
import { cutCommits } from './cut-commits.ts'
import { entriesOf } from './entries.ts'
import { lineStream } from './line-stream.ts'
import { readDocument } from './read-document.ts'
import type { StoredGroup } from './store-group.ts'
import { storedGroups } from './stored-groups.ts'

/**
 * Stores documents, one as JSON or many as NDJSON, through the same commits. JSON answers with one line, or with the problem that
 * refuses it; NDJSON answers with a line for each line, in order, each after its commit.
 */
export async function addDocuments(call: Call<LibraryBindings>): Promise<Reply> {
  const { namespace, source } = await findSource(call)
  const { bindings, requestHash } = call
  const to = { bindings, namespace, source: source.id, requestHash, commitId: commitId(call, 0) }
  return call.lines === null ? addOne(call, to) : addMany(call, to, call.lines)
}

/** The n-th commit of a request has the same name whenever the request is sent again. A key has no space, so no other key is that name. */
function commitId({ idempotencyKey }: Call<LibraryBindings>, n: number): string | null {
  return idempotencyKey === null ? null : `${idempotencyKey} ${n}`
}

async function addOne(call: Call<LibraryBindings>, to: Destination): Promise<Reply> {
  const { namespace } = to
  const entry = await readDocument(1, call.body, namespace.embedder)
  if (entry.document === null) throw entry.problem
  try {
    const settled = await commitGroup(to, [entry.document])
    const { version, fates, receipt } = settled
    if (isStepDue(settled)) stepSoon(call, namespace)
    return {
      body: storedLine(entry, fates[0]!, { namespace, version, receipt }),
      headers: consistencyToken(namespace, version ?? undefined),
    }
  } catch (failure) {
    if (failure instanceof Problem && failure.code === 'index_backlog') stepSoon(call, namespace)
    throw failure
  }
}

/** The first commit is waited for, so that a key used with another body is refused as a whole. */
async function addMany(
  call: Call<LibraryBindings>,
  to: Destination,
  lines: AsyncIterable<NdjsonLine>,
): Promise<Reply> {
  const groups = storedGroups({
    groups: cutCommits(entriesOf(lines, to.namespace.embedder)),
    to: (n) => ({ ...to, commitId: commitId(call, n) }),
    path: call.url.pathname,
    stepSoon: () => stepSoon(call, to.namespace),
  })
  const first = await groups.next()
  const version = first.done ? null : first.value.version
  return {
    stream: lineStream(linesOf(first, groups)),
    type: 'application/x-ndjson; charset=utf-8',
    headers: consistencyToken(to.namespace, version ?? undefined),
  }
}

async function* linesOf(first: IteratorResult<StoredGroup>, rest: AsyncGenerator<StoredGroup>) {
  try {
    if (first.done) return
    yield first.value.lines
    for await (const { lines } of rest) yield lines
  } finally {
    await rest.return(undefined)
  }
}
