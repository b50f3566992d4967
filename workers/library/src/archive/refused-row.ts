import type { Problem } from '@cairn/http-kernel/problem'
import type { ImportOutcome } from '@cairn/memory-store/commit-import'
import type { FactRefusal, SupersedesFault } from '@cairn/memory-store/guard-facts'
import type { RowEntry } from './cut-import.ts'
import { wrong } from './wrong-line.ts'

/** A refusal of rows that no writer could have left together. */
export type RowRefusal = FactRefusal | { readonly kind: 'row_taken' }

export function isRowRefusal(outcome: ImportOutcome): outcome is RowRefusal {
  return Object.hasOwn(WORDS, outcome.kind)
}

/** The problem of refused rows, told of the line where one is known. */
export function refusedRow(refusal: RowRefusal, entries: readonly RowEntry[]): Problem {
  if (refusal.kind === 'row_taken') return wrong('', WORDS.row_taken)
  const line = `line ${entries[refusal.index]!.n}`
  if (refusal.kind === 'supersedes')
    return wrong('/supersedes', `${line} ${WORDS.supersedes} ${FAULTS[refusal.why]}`)
  return wrong('/value', `${line} ${WORDS[refusal.kind]}`)
}

const REPEATED = 'says what the fact before it says; stated by itself it would have been that fact'
const WORDS: Readonly<Record<RowRefusal['kind'], string>> = {
  row_taken: 'found a row that is there already; every row comes once',
  repeat: REPEATED,
  repeat_within: REPEATED,
  supersedes: 'names',
}

const FAULTS: Readonly<Record<SupersedesFault, string>> = {
  unknown: 'a fact that no line before it has',
  foreign: 'a fact of another slug',
  itself: 'a fact that says the same',
  retired: 'a fact that was retracted or superseded before',
}
