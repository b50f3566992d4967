import type { Call } from '@cairn/http-kernel/call'
import { epochHash, openCursor, sealCursor } from '@cairn/http-kernel/cursor'
import { Problem } from '@cairn/http-kernel/problem'
import { hashRequest } from '@cairn/http-kernel/request-hash'
import { type FactInstants, factId } from '@cairn/memory-store/fact-row'
import type { Namespace } from '@cairn/memory-store/namespace'
import { getFact } from '@cairn/memory-store/read-facts'
import type { StoredFact } from '@cairn/memory-store/stored-fact'
import type { FactsBindings } from '../bindings.ts'
import { momentAsked } from './moment-asked.ts'

/**
 * A walk over pages of facts. All its pages are read as of one moment: no fact comes twice, and one replaced on the way is still
 * told of as it was when the walk began.
 */
export interface Walk {
  readonly instants: FactInstants
  /** When the walk began, ms: not before the last commit it shows. */
  readonly began: number
  /** The last fact of the page before, null at the start. */
  readonly after: StoredFact | null
}

/** Begins a walk, or goes on where the cursor of the call says. Throws the problems of a cursor that does not fit. */
export async function walkOf(call: Call<FactsBindings>, namespace: Namespace): Promise<Walk> {
  const cursor = call.input.cursor as string | undefined
  if (cursor === undefined) {
    const began = Math.max(call.now, namespace.headAt)
    return { began, instants: instantsOf(call, began), after: null }
  }
  const expect = { ns: namespace.number, requestHash: call.requestHash }
  const place = await openCursor(call.bindings.cursorKey, cursor, expect, call.now)
  const began = EPOCH_MS + place.version
  const instants = instantsOf(call, began)
  const after = await factAt(call, { ns: namespace.ns, position: place.position, instants })
  if (after === null || place.epochHash !== epochHash(namespace.epoch)) throw expired()
  return { began, instants, after }
}

/** The cursor of the page behind `last`. */
export function cursorBehind(
  call: Call<FactsBindings>,
  { namespace, walk, last }: { readonly namespace: Namespace; readonly walk: Walk; readonly last: FactRef },
  requestHash: string = call.requestHash,
): Promise<string> {
  const place = {
    ns: namespace.number,
    epoch: namespace.epoch,
    version: walk.began - EPOCH_MS,
    position: positionOf(last),
    requestHash,
  }
  return sealCursor(call.bindings.cursorKey, place, call.now)
}

/** The cursor that begins this very page for the same question at tier full; null for a first page, which needs none. */
export async function cursorInFull(
  call: Call<FactsBindings>,
  { namespace, walk }: { readonly namespace: Namespace; readonly walk: Walk },
): Promise<string | null> {
  if (walk.after === null) return null
  const requestHash = await hashRequest({
    tenant: call.caller.tenant,
    operation: call.operation.id,
    namespace: call.namespace,
    path: call.path,
    input: { ...call.input, hydrate: 'full' },
    body: null,
  })
  return cursorBehind(call, { namespace, walk, last: walk.after }, requestHash)
}

interface FactRef {
  readonly batch: number
  readonly ordinal: number
}

/** What a cursor holds as its version is the moment of its walk, in milliseconds since 2026 began: 40 bits last 34 years. */
const EPOCH_MS = Date.UTC(2026, 0)

/** More than the facts of one commit; a position is the commit's version times this, plus the place in the commit. */
const COMMIT_PLACES = 128

function positionOf({ batch, ordinal }: FactRef): number {
  return batch * COMMIT_PLACES + ordinal
}

function factAt(
  { bindings: { memory } }: Call<FactsBindings>,
  at: { readonly ns: number; readonly position: number; readonly instants: FactInstants },
): Promise<StoredFact | null> {
  const id = factId(Math.floor(at.position / COMMIT_PLACES), at.position % COMMIT_PLACES)
  return getFact(memory, { ns: at.ns, factId: id, ...at.instants })
}

/** The instants that a call asks for, `began` (ms) where it says none. */
export function instantsOf(call: Call<FactsBindings>, began: number): FactInstants {
  const moment = (name: string) => momentAsked(call.input[name] as string | undefined, began) ?? began
  return { asOf: moment('as_of'), recordedAsOf: moment('recorded_as_of'), now: began }
}

function expired(): Problem {
  return new Problem(
    'cursor_expired',
    'What this walk began on is gone. Send the request without its cursor to start again.',
  )
}
