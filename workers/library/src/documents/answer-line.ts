import { formatPointer } from '@cairn/contract/pointer'
import type { ProblemDocument } from '@cairn/contract/problems'
import { type Problem, problemDocument } from '@cairn/http-kernel/problem'
import type { Namespace } from '@cairn/memory-store/namespace'
import type { Settled } from './commit-group.ts'
import type { Fate } from './fate.ts'

/** What a client is told about one document it sent. */
export interface AnswerLine {
  readonly line: number
  readonly id: string | null
  readonly status: Fate['status'] | 'refused'
  readonly pointers: readonly string[]
  /** Of the commit that wrote it; null where none was made. */
  readonly receipt: string | null
  readonly problem?: ProblemDocument
}

/** The number pointers of a namespace carry: none in `default`. */
export function pointerNumber({ name, number }: Namespace): number | null {
  return name === 'default' ? null : number
}

/** The pointers of consecutive passages of one batch. */
export function pointersOf(
  namespace: Namespace,
  { batch, firstOrdinal, passages }: { batch: number; firstOrdinal: number; passages: number },
): string[] {
  const number = pointerNumber(namespace)
  return Array.from({ length: passages }, (_, place) =>
    formatPointer(number, { batch, ordinal: firstOrdinal + place }),
  )
}

/** The line of a document that is stored now. `version` and `receipt` are those of the commit it came in. */
export function storedLine(
  entry: { readonly line: number; readonly id: string },
  fate: Fate,
  { namespace, version, receipt }: Pick<Settled, 'version' | 'receipt'> & { readonly namespace: Namespace },
): AnswerLine {
  const batch = fate.batch ?? version
  if (batch === null) throw new Error('a written document has a commit')
  return {
    line: entry.line,
    id: entry.id,
    status: fate.status,
    pointers: pointersOf(namespace, { ...fate, batch }),
    receipt: fate.batch === null ? receipt : fate.receipt,
  }
}

/** The line of a document that is not stored, with the reason. `path` is the address it was sent to. */
export function refusedLine(
  entry: { readonly line: number; readonly id: string | null },
  problem: Problem,
  path: string,
): AnswerLine {
  return {
    line: entry.line,
    id: entry.id,
    status: 'refused',
    pointers: [],
    receipt: null,
    problem: problemDocument(problem, path),
  }
}
