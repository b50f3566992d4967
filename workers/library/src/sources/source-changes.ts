import { LIMITS } from '@cairn/contract/limits'
import type { Call, Reply } from '@cairn/http-kernel/call'
import { Problem } from '@cairn/http-kernel/problem'
import { type DocumentChange, listDocumentChanges } from '@cairn/memory-store/document'
import type { Namespace } from '@cairn/memory-store/namespace'
import { consistencyToken } from '@cairn/tenancy/consistency-token'
import type { LibraryBindings } from '../bindings.ts'
import { findSource } from './find-source.ts'
import type { SourceManifest } from './manifest.ts'

/**
 * The documents of a source that were written or deleted since a version, oldest change first, each at its last change. An answer
 * holds whole commits, so `until` alone says where the next one begins.
 */
export async function sourceChanges(call: Call<LibraryBindings>): Promise<Reply> {
  const { namespace, source } = await findSource(call)
  expectTold(JSON.parse(source.manifest) as SourceManifest)
  const after = versionOf(call.input.since as string | undefined, namespace)
  const rows = await listDocumentChanges(call.bindings.memory, {
    ns: namespace.ns,
    source: source.id,
    since: { version: after + 1, id: '' },
    limit: ROWS,
  })
  const more = rows.length === ROWS
  const changes = more ? wholeCommits(rows) : rows
  const until = more ? changes.at(-1)!.version : Math.max(namespace.head, rows.at(-1)?.version ?? 0, after)
  return {
    body: { source_id: source.id, changes, until: `${namespace.epoch}.${until}`, more },
    headers: consistencyToken(namespace),
  }
}

/** More than any commit holds, so that there is always a whole one. */
const ROWS = 4 * LIMITS.commitPassagesMax

function wholeCommits(rows: readonly DocumentChange[]): readonly DocumentChange[] {
  const last = rows.at(-1)!.version
  return rows.filter(({ version }) => version < last)
}

function expectTold({ capabilities }: SourceManifest): void {
  if (capabilities.delta_sync) return
  throw new Problem(
    'changes_not_told',
    'The manifest of the source does not have `capabilities.delta_sync`; store it with `true` to have its changes told.',
  )
}

function versionOf(since: string | undefined, { epoch }: Namespace): number {
  if (since === undefined) return -1
  const dot = since.lastIndexOf('.')
  if (since.slice(0, dot) !== epoch)
    throw new Problem(
      'cursor_expired',
      'The namespace was restored since. Send the request without `since` to start again.',
    )
  return Number(since.slice(dot + 1))
}
