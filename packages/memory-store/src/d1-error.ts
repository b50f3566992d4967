/** What a failed batch means. `row_taken`: it inserts what is there. `lost`: it may have committed. `overloaded`: it was not started. */
export type D1Cause =
  | { readonly kind: 'guard'; readonly rule: string }
  | { readonly kind: 'commit_id_taken' }
  | { readonly kind: 'row_taken' }
  | { readonly kind: 'lost' }
  | { readonly kind: 'overloaded' }
  | { readonly kind: 'failed' }

const GUARD = /^D1_ERROR: guard:([a-z0-9_.:]+): SQLITE_CONSTRAINT/
const COMMIT_ID_TAKEN = 'D1_ERROR: UNIQUE constraint failed: commit_log.ns, commit_log.commit_id'
const ROW_TAKEN = /^D1_ERROR: UNIQUE constraint failed: (?!commit_log\.)/
const OVERLOADED = ['overloaded', 'queued for too long', 'Too many requests queued']
const LOST = [
  'Network connection lost',
  'connection lost',
  'reset',
  'timeout',
  'timed out',
  'Cannot resolve D1 DB',
  'transient issue',
  'disconnected',
]

/** Reads the text of an error of D1; every text this project reacts to is named in this file. */
export function causeOf(error: unknown): D1Cause {
  const text = error instanceof Error ? error.message : ''
  const rule = GUARD.exec(text)?.[1]
  if (rule !== undefined) return { kind: 'guard', rule }
  if (text.startsWith(COMMIT_ID_TAKEN)) return { kind: 'commit_id_taken' }
  if (ROW_TAKEN.test(text)) return { kind: 'row_taken' }
  if (text.includes('SQLITE_')) return { kind: 'failed' }
  if (OVERLOADED.some((part) => text.includes(part))) return { kind: 'overloaded' }
  if (LOST.some((part) => text.includes(part))) return { kind: 'lost' }
  return { kind: 'failed' }
}
