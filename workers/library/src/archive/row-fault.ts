import { HORIZON_CLASSES } from '@cairn/contract/crc-v1'
import { LIMITS } from '@cairn/contract/limits'
import { ARCHIVE_TABLES, type ArchiveTableName, type ColumnSort } from '@cairn/memory-store/archive-tables'

/** What keeps a line from being a row. */
export interface RowFault {
  readonly column: string
  readonly message: string
}

/** Why a line of an archive is no row of a table; null where it is one. What is absent is null. */
export function rowFault(table: ArchiveTableName, line: Readonly<Record<string, unknown>>): RowFault | null {
  const columns: Readonly<Record<string, ColumnSort>> = ARCHIVE_TABLES[table].columns
  const unknown = Object.keys(line).find((name) => !Object.hasOwn(columns, name))
  if (unknown !== undefined) return { column: unknown, message: 'found a member that no such line has' }
  for (const [column, sort] of Object.entries(columns)) {
    const value = line[column]
    if (!isOf(sort, value)) return { column, message: `expected ${WORDS[sort]}` }
    const [least, most] = boundsOf(column)
    if (typeof value === 'number' && (value < least || value > most))
      return { column, message: `expected a number from ${least} to ${most}` }
    const words = ENUMERATED[`${table}.${column}`]
    if (words !== undefined && value !== undefined && !words.includes(value as string))
      return { column, message: `expected one of ${words.join(', ')}` }
  }
  return shapeFault(table, line)
}

const WORDS: Readonly<Record<ColumnSort, string>> = {
  text: 'a text',
  'text?': 'a text, or nothing',
  json: 'a text that is JSON',
  'json?': 'a text that is JSON, or nothing',
  integer: 'a whole number',
  'integer?': 'a whole number, or nothing',
  'real?': 'a number, or nothing',
}

/** A number past these is none that reading the row can count to, or that is an instant. */
function boundsOf(column: string): readonly [least: number, most: number] {
  if (column.endsWith('_at')) return [-INSTANT_MAX, INSTANT_MAX]
  return COUNTED[column] ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
}

/** The last instant of a Date, ms. */
const INSTANT_MAX = 8.64e15
/** Pointers carry an ordinal in 6 digits. */
const PLACES = [0, 999_999] as const
const COUNTED: Readonly<Record<string, readonly [number, number]>> = {
  ordinal: PLACES,
  first_ordinal: PLACES,
  passages: [0, LIMITS.documentPassagesMax],
}

const ENUMERATED: Readonly<Record<string, readonly string[]>> = {
  'document.horizon_class': HORIZON_CLASSES,
  'research.kind': ['source', 'passage', 'citation', 'notebook'],
  'research_link.kind': ['passage', 'citation', 'notebook'],
  'research_link.to_kind': ['source', 'passage', 'citation'],
}

function isOf(sort: ColumnSort, value: unknown): boolean {
  if (value === undefined) return sort.endsWith('?')
  switch (sort) {
    case 'text':
    case 'text?':
      return typeof value === 'string' && value.isWellFormed()
    case 'json':
    case 'json?':
      return typeof value === 'string' && value.isWellFormed() && isJson(value)
    case 'integer':
    case 'integer?':
      return Number.isSafeInteger(value)
    case 'real?':
      return typeof value === 'number'
    default:
      return sort satisfies never
  }
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** What is live has its text; what is read as a list is one. */
function shapeFault(table: ArchiveTableName, line: Readonly<Record<string, unknown>>): RowFault | null {
  const needed: Partial<Record<ArchiveTableName, readonly [gone: string, ...columns: string[]]>> = {
    source: ['deleted_at', 'manifest'],
    document: ['dead_at', 'body'],
    passage: ['dead_at', 'text', 'heading', 'speaker', 'hash'],
    session: ['deleted_at', 'state'],
    research: ['deleted_at', 'document'],
  }
  const [gone, ...columns] = needed[table] ?? ['']
  const missing = line[gone] === undefined ? columns.find((column) => line[column] === undefined) : undefined
  if (missing !== undefined) return { column: missing, message: `expected a text, since ${gone} is absent` }
  const list = table === 'document' ? ['tags', 'links'].find((column) => !isTexts(line[column])) : undefined
  return list === undefined ? null : { column: list, message: 'expected a list of texts as JSON' }
}

function isTexts(json: unknown): boolean {
  const value: unknown = JSON.parse(json as string)
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}
