import type { Call } from '@cairn/http-kernel/call'
import { epochHash, openCursor } from '@cairn/http-kernel/cursor'
import { Problem } from '@cairn/http-kernel/problem'
import type { SearchBindings } from './bindings.ts'
import { beforeDeadline } from './deadline.ts'
import { type IndexRequest, type IndexView, readHead, readVersion } from './read-index.ts'
import { recovering } from './recovering.ts'
import type { SearchInput } from './search-input.ts'

/** The index as a call is to see it, null where nothing was ever written, and where in its walk to begin. */
export interface IndexRead {
  readonly view: IndexView | null
  readonly offset: number
}

/** What work on the index came to. */
export interface OnIndex<T> {
  readonly view: IndexView | null
  readonly found: T
  /** Whether the deadline passed first; then the work was done on nothing. */
  readonly late: boolean
}

/** What is done on an index, and what is asked of the copy at hand before the head is known. */
export interface Work<T> {
  readonly on: (read: IndexRead) => Promise<T>
  readonly likelyFacts: IndexRequest['likelyFacts']
}

/** Does work on the index that a call is to see, and past damaged segments, before the deadline. */
export async function onIndex<T>(
  call: Call<SearchBindings>,
  input: SearchInput,
  work: Work<T>,
): Promise<OnIndex<T>> {
  const ready = await beforeDeadline(
    recovering(call, async () => {
      const read = await indexFor(call, input, work)
      return { view: read.view, found: await work.on(read), late: false }
    }),
    input.deadlineMs,
  )
  if (ready !== 'late') return ready
  return { view: null, found: await work.on({ view: null, offset: 0 }), late: true }
}

/** The head for a first page; the version the walk began at for a later one. */
async function indexFor(
  call: Call<SearchBindings>,
  input: SearchInput,
  { likelyFacts }: Pick<IndexRequest, 'likelyFacts'>,
): Promise<IndexRead> {
  const request: IndexRequest = {
    tenant: call.caller.tenant,
    namespace: call.namespace,
    tokenId: call.caller.tokenId,
    url: call.url,
    now: call.now,
    consistency: call.consistency,
    // A later page begins where its cursor says, which is known only with the head.
    likelyFacts: input.cursor === null ? likelyFacts : async () => [],
  }
  if (input.cursor === null) return { view: await readHead(call.bindings, request), offset: 0 }
  const head = await readHead(call.bindings, request)
  if (head === null) throw new Problem('cursor_mismatch', 'Nothing was ever written to this namespace.')
  const expect = { ns: head.number, requestHash: call.requestHash }
  const place = await openCursor(call.bindings.cursorKey, input.cursor, expect, call.now)
  if (place.version === head.version && place.epochHash === epochHash(head.epoch))
    return { view: head, offset: place.position }
  const view = await readVersion(call.bindings, request, place.version)
  if (view === null || place.epochHash !== epochHash(view.epoch))
    throw new Problem(
      'cursor_expired',
      'What this walk began on has been merged away. Send the request without its cursor to start again.',
    )
  return { view, offset: place.position }
}
