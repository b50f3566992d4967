import type { Call, Reply } from '@cairn/http-kernel/call'
import { Problem } from '@cairn/http-kernel/problem'
import { getSource, putSource as storeSource } from '@cairn/memory-store/source'
import { consistencyToken } from '@cairn/tenancy/consistency-token'
import { writableNamespace } from '@cairn/tenancy/open-namespace'
import type { LibraryBindings } from '../bindings.ts'
import { type SourceManifest, wholeManifest } from './manifest.ts'

/** Stores the manifest of a source; sent again as it is, nothing is written. */
export async function putSource(call: Call<LibraryBindings>): Promise<Reply> {
  const id = call.path.id!
  const sent = call.body as Partial<SourceManifest>
  if (sent.source_id !== undefined && sent.source_id !== id) throw idsDiffer()
  const manifest = JSON.stringify(wholeManifest(id, sent))
  const namespace = await writableNamespace(call)
  const status = await store(call, { ns: namespace.ns, id, manifest })
  return { body: { source_id: id, status }, headers: consistencyToken(namespace) }
}

async function store(
  { bindings: { memory: db }, now }: Call<LibraryBindings>,
  source: { readonly ns: number; readonly id: string; readonly manifest: string },
): Promise<'created' | 'replaced' | 'unchanged'> {
  const before = await getSource(db, source)
  if (before.kind === 'live' && before.source.manifest === source.manifest) return 'unchanged'
  const { created } = await storeSource(db, { ...source, at: now })
  return created ? 'created' : 'replaced'
}

function idsDiffer(): Problem {
  const message = '`source_id` names another source than the address; leave it out, or make them equal.'
  return new Problem('contradictory_parameters', message, {
    errors: [{ pointer: '/source_id', rule: 'source_id', message }],
  })
}
