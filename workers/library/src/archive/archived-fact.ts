import { LIMITS } from '@cairn/contract/limits'
import { FACT_OPERATIONS } from '@cairn/contract/operations/facts'
import { checkBody } from '@cairn/contract/requests'
import type { FactInput } from '@cairn/fact/fact-input'
import { newFact } from '@cairn/fact/new-fact'
import { parseJson } from '@cairn/http-kernel/json'
import { Problem } from '@cairn/http-kernel/problem'
import type { FactPast, InsertedFact } from '@cairn/memory-store/insert-facts'
import type { Row } from '@cairn/memory-store/statement'
import type { NewFact } from '@cairn/memory-store/stored-fact'
import { wrong } from './wrong-line.ts'

/** What the header of an archive bounds: the last version, and when it was made (ms). */
export interface ArchiveEnd {
  readonly head: number
  readonly headAt: number
}

/**
 * The fact that a row of an archive holds, stated anew: turned into the request that states it, which is judged, normalised and counted
 * as any other. Throws `invalid_body` for a row that no such request, and no retraction or reverification after it, could have left.
 */
export function archivedFact(row: Row, end: ArchiveEnd): InsertedFact {
  const fact = statedAnew(row)
  assertStoredForm(row, fact)
  const past = pastOf(row, end)
  const effectiveAt = fact.validFrom?.at ?? fact.observedAt?.at ?? past.recordedAt
  if (row.effective_at !== effectiveAt)
    throw wrong('/effective_at', `expected ${effectiveAt}, as its other times say`)
  whole(row, 'indexed', 0, 1)
  return { fact, past, salt: (row.salt ?? null) as string | null, isIndexed: row.indexed === 1 }
}

/** The members of a request that states a fact, each with the column that keeps it. */
const COLUMNS = {
  entity: 'entity',
  key: 'key',
  value: 'value',
  confidence: 'confidence',
  valid_from: 'valid_from_given',
  valid_to: 'valid_to_given',
  observed_at: 'observed_at_given',
  horizon_class: 'horizon_class',
  cardinality: 'cardinality',
  supersedes: 'supersedes',
  provenance: 'provenance',
} as const satisfies Record<keyof FactInput, string>
const KEPT_AS_JSON: readonly string[] = ['value', 'provenance']

function statedAnew(row: Row): NewFact {
  const members = Object.entries(COLUMNS).flatMap(([member, column]) => {
    const kept = row[column]
    if (kept == null) return []
    return [`"${member}":${KEPT_AS_JSON.includes(member) ? kept : JSON.stringify(kept)}`]
  })
  try {
    const body = parseJson(`{${members.join(',')}}`)
    expectBody('createFact', body)
    return newFact(body as FactInput, row.recorded_at as number)
  } catch (failure) {
    throw failure instanceof Problem ? ofColumn(failure) : failure
  }
}

/** Judges a body as the operation that takes it does. */
function expectBody(id: string, body: unknown): void {
  const [finding] = checkBody(FACT_OPERATIONS.find((operation) => operation.id === id)!, body)
  if (finding !== undefined) throw wrong(finding.pointer, finding.message)
}

/** The refusal of a request, told of the column that its member is kept in. */
function ofColumn({ message, errors }: Problem): Problem {
  const { pointer = '', message: told = message } = errors[0] ?? {}
  const [member = '', ...rest] = pointer.replace(/^\//, '').split('/')
  const column: string = Object.hasOwn(COLUMNS, member) ? COLUMNS[member as keyof FactInput] : member
  return wrong(column === '' ? '' : `/${[column, ...rest].join('/')}`, told)
}

/** Names in NFC, JSON canonical, and of each date the instant it begins: else the row is none that was written here. */
function assertStoredForm(row: Row, fact: NewFact): void {
  const stored: Row = {
    entity: fact.entity,
    key: fact.key,
    value: fact.value,
    provenance: fact.provenance,
    valid_from: fact.validFrom?.at ?? null,
    valid_to: fact.validTo?.at ?? null,
    observed_at: fact.observedAt?.at ?? null,
  }
  const other = Object.keys(stored).find((column) => (row[column] ?? null) !== stored[column])
  if (other !== undefined)
    throw wrong(
      `/${other}`,
      'expected the form that is stored: names in NFC, JSON canonical, of a date its first instant',
    )
}

function pastOf(row: Row, { head, headAt }: ArchiveEnd): FactPast {
  const batch = whole(row, 'batch', 1, head)
  const ordinal = whole(row, 'ordinal', 0, LIMITS.factsBatchMax - 1)
  const recordedAt = whole(row, 'recorded_at', 0, headAt)
  const since = (column: string) => (row[column] == null ? null : whole(row, column, recordedAt, headAt))
  const [reverifiedAt, retractedAt] = [since('reverified_at'), since('retracted_at')]
  const retraction = (row.retraction ?? null) as string | null
  if (retraction !== null) expectReason(retraction, retractedAt)
  return { batch, ordinal, recordedAt, reverifiedAt, retractedAt, retraction }
}

function expectReason(retraction: string, retractedAt: number | null): void {
  if (retractedAt === null) throw wrong('/retraction', 'expected nothing, since retracted_at is absent')
  const reason = parseJson(retraction)
  try {
    expectBody('retractFact', { fact_id: 'f1', reason })
  } catch (failure) {
    throw failure instanceof Problem ? wrong('/retraction', failure.message) : failure
  }
  if (retraction !== JSON.stringify(reason)) throw wrong('/retraction', 'expected it as canonical JSON')
}

function whole(row: Row, column: string, least: number, most: number): number {
  const value = row[column] as number
  if (value >= least && value <= most) return value
  throw wrong(`/${column}`, `expected a whole number from ${least} to ${most}`)
}
