import type { Call, Reply } from '@cairn/http-kernel/call'
import { consistencyToken } from '@cairn/tenancy/consistency-token'
import type { LibraryBindings } from '../bindings.ts'
import { findSource } from './find-source.ts'

/** The manifest of a source, every member stated. */
export async function getSource(call: Call<LibraryBindings>): Promise<Reply> {
  const { namespace, source } = await findSource(call)
  return { body: JSON.parse(source.manifest), headers: consistencyToken(namespace) }
}
