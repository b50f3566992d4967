import type { Call } from '@cairn/http-kernel/call'
import { inNfc } from '@cairn/http-kernel/in-nfc'
import { Problem } from '@cairn/http-kernel/problem'
import type { FactsBindings } from '../bindings.ts'

/** The session that an address names, in NFC. */
export function namedSession(call: Call<FactsBindings>): string {
  return inNfc('id', call.path.id!)
}

/** What `next.canonical_slug` prints of a session: its id, percent-encoded, as every session address takes it. */
export function sessionSlug(id: string): string {
  return encodeURIComponent(id)
}

/** A session that never was, was deleted, or has expired: the three are one to a reader. */
export function sessionNotFound(): Problem {
  return new Problem(
    'session_not_found',
    'No state is kept for this session: none was stored, or it was deleted or has expired.',
  )
}
