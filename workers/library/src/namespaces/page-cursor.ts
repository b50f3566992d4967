import type { Call } from '@cairn/http-kernel/call'
import { epochHash, openCursor, sealCursor } from '@cairn/http-kernel/cursor'
import { Problem } from '@cairn/http-kernel/problem'
import type { Namespace } from '@cairn/memory-store/namespace'
import type { LibraryBindings } from '../bindings.ts'

/** Two numbers that say after which row a page begins: at most 2^40 − 1, and at most 2^32 − 1. */
export interface PagePlace {
  readonly version: number
  readonly position: number
}

/** The place the cursor of a call names, or null on a first page. Throws the cursor Problems. */
export async function openPage(call: Call<LibraryBindings>, namespace: Namespace): Promise<PagePlace | null> {
  const { cursor } = call.input
  if (typeof cursor !== 'string') return null
  const expect = { ns: namespace.number, requestHash: call.requestHash }
  const place = await openCursor(call.bindings.cursorKey, cursor, expect, call.now)
  if (place.epochHash !== epochHash(namespace.epoch)) throw walkEnded()
  return place
}

/** The `next` of a page: a cursor where the page ended, empty at the end of the walk. */
export async function nextPage(
  call: Call<LibraryBindings>,
  { number, epoch }: Namespace,
  place: PagePlace | null,
): Promise<{ readonly cursor?: string }> {
  if (place === null) return {}
  const { requestHash, bindings, now } = call
  const sealed = { ns: number, epoch, ...place, requestHash }
  return { cursor: await sealCursor(bindings.cursorKey, sealed, now) }
}

/** The refusal where a walk cannot go on from its place. */
export function walkEnded(): Problem {
  return new Problem(
    'cursor_expired',
    'The walk cannot go on from here. Send the request without `cursor` to start again.',
  )
}
