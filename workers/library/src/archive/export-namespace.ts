import type { Call, Reply } from '@cairn/http-kernel/call'
import { namespaceNotFound } from '@cairn/http-kernel/problem'
import { ARCHIVE_ORDER, ARCHIVE_TABLES, type ArchiveTableName } from '@cairn/memory-store/archive-tables'
import type { Namespace } from '@cairn/memory-store/namespace'
import { readArchivePage } from '@cairn/memory-store/read-archive'
import type { Row } from '@cairn/memory-store/statement'
import { consistencyToken } from '@cairn/tenancy/consistency-token'
import { openNamespace } from '@cairn/tenancy/open-namespace'
import type { LibraryBindings } from '../bindings.ts'
import { textStream } from '../documents/line-stream.ts'
import { chained, FIRST_LINK, headerOf } from './archive-line.ts'

/**
 * Everything a namespace holds as NDJSON: a header, the rows of each sort in the order of their keys, and an end that proves the file
 * whole. The same state gives the same bytes. Where somebody writes meanwhile the last line says `interrupted` and there is no end.
 */
export async function exportNamespace(call: Call<LibraryBindings>): Promise<Reply> {
  const namespace = await openNamespace(call)
  if (namespace === null) throw namespaceNotFound()
  return {
    stream: textStream(archive(call.bindings, namespace)),
    type: 'application/x-ndjson; charset=utf-8',
    headers: consistencyToken(namespace),
  }
}

async function* archive(bindings: LibraryBindings, namespace: Namespace): AsyncGenerator<string> {
  let n = 0
  let chain = FIRST_LINK
  const write = async (line: object) => {
    const text = JSON.stringify({ n: ++n, ...line })
    chain = await chained(chain, text)
    return `${text}\n`
  }
  yield await write(headerOf(namespace))
  for await (const page of pages(bindings, namespace)) {
    if (page === null) return yield `${JSON.stringify({ n: n + 1, ...INTERRUPTED })}\n`
    const lines: string[] = []
    for (const { table, row } of page) lines.push(await write(lineOf(table, row)))
    yield lines.join('')
  }
  yield `${JSON.stringify({ n: n + 1, type: 'end', chain })}\n`
}

const INTERRUPTED = {
  type: 'interrupted',
  detail: 'The namespace was written to while it was read; export it again.',
}

interface ArchiveRow {
  readonly table: ArchiveTableName
  readonly row: Row
}

/** Null: what was read does not fit together any more. */
async function* pages(
  { memory }: LibraryBindings,
  { ns, head }: Namespace,
): AsyncGenerator<readonly ArchiveRow[] | null> {
  for (const table of ARCHIVE_ORDER) {
    let after: Row | null = null
    do {
      const { rows, isStale } = await readArchivePage(memory, { ns, table, after, version: head })
      if (isStale) return yield null
      yield rows
        .filter((row) => table !== 'receipt' || (row.version as number) <= head)
        .map((row) => ({ table, row }))
      after = rows.at(-1) ?? null
    } while (after !== null)
  }
}

/** What is null is left out. */
function lineOf(table: ArchiveTableName, row: Row): object {
  const names = Object.keys(ARCHIVE_TABLES[table].columns)
  const stated = names.filter((name) => row[name] !== null).map((name) => [name, row[name]])
  return { type: table, ...Object.fromEntries(stated) }
}
