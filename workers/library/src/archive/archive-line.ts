import { parseJson } from '@cairn/http-kernel/json'
import { sha256 } from '@cairn/http-kernel/sha-256'
import { ARCHIVE_TABLES, type ArchiveTableName } from '@cairn/memory-store/archive-tables'
import type { ArchivedNamespace } from '@cairn/memory-store/commit-import'
import type { Namespace } from '@cairn/memory-store/namespace'
import type { Row } from '@cairn/memory-store/statement'
import { archivedEmbedder } from './archived-vectors.ts'
import { cellFault } from './cell-fault.ts'
import { rowFault } from './row-fault.ts'
import { wrong } from './wrong-line.ts'

/** The first line of an archive: which namespace it was, and at which version. */
export interface ArchiveHeader extends ArchivedNamespace {
  /** names the state that was exported */
  readonly id: string
}

/** One line of an archive, its number and what it says. */
export type ArchiveLine =
  | { readonly n: number; readonly type: 'header'; readonly header: ArchiveHeader }
  | { readonly n: number; readonly type: 'row'; readonly table: ArchiveTableName; readonly row: Row }
  | { readonly n: number; readonly type: 'end'; readonly chain: string }

/** The link before the first line. */
export const FIRST_LINK = ''

/** Each line is hashed with all before it, so that the last link proves the whole. */
export function chained(chain: string, line: string): Promise<string> {
  return sha256(`${chain}\n${line}`)
}

const FORMAT = 1

/** The header of the archive of a namespace. */
export function headerOf(namespace: Namespace): object {
  const { name, number, epoch, head, headAt, documents, passages, facts, bytes, embedder } = namespace
  return {
    type: 'export',
    format: FORMAT,
    namespace: name,
    number,
    epoch,
    version: head,
    written_at: headAt,
    documents,
    passages,
    facts,
    bytes,
    ...(embedder === null ? {} : { embedder }),
  }
}

/** Reads a line. Throws `invalid_body` with what is wrong. */
export function readArchiveLine(text: string): ArchiveLine {
  const line = parseJson(text)
  if (typeof line !== 'object' || line === null || Array.isArray(line)) throw wrong('', 'expected an object')
  const { n, type, ...rest } = line as Record<string, unknown>
  if (!isCount(n) || n === 0) throw wrong('/n', 'expected the number of the line, from 1')
  if (type === 'export') return { n, type: 'header', header: readHeader(rest) }
  if (type === 'end') return { n, type, chain: textIn(rest, 'chain') }
  if (type === 'interrupted')
    throw wrong('/type', 'found an export that was interrupted by a writer; export again, and import that')
  if (typeof type !== 'string' || !Object.hasOwn(ARCHIVE_TABLES, type))
    throw wrong('/type', `expected one of export, ${Object.keys(ARCHIVE_TABLES).join(', ')}, end`)
  const table = type as ArchiveTableName
  const fault = rowFault(table, rest) ?? cellFault(table, rest as Row)
  if (fault !== null) throw wrong(`/${fault.column}`, fault.message)
  return { n, type: 'row', table, row: rest as Row }
}

function readHeader(line: Record<string, unknown>): ArchiveHeader {
  if (line.format !== FORMAT) throw wrong('/format', `expected ${FORMAT}; this service reads no other format`)
  const count = (name: string, bounds: Bounds = {}): number => {
    const { least = 0, most = Number.MAX_SAFE_INTEGER } = bounds
    const value = line[name]
    if (isCount(value) && value >= least && value <= most) return value
    throw wrong(`/${name}`, `expected a whole number from ${least} to ${most}`)
  }
  const version = count('version', { most: VERSION_MAX })
  return {
    id: `${textIn(line, 'epoch')}.${version}`,
    number: count('number', { least: 1, most: NUMBER_MAX }),
    head: version,
    headAt: count('written_at', { most: INSTANT_MAX }),
    documents: count('documents'),
    passages: count('passages'),
    facts: count('facts'),
    bytes: count('bytes'),
    embedder: archivedEmbedder(line.embedder),
  }
}

interface Bounds {
  readonly least?: number
  readonly most?: number
}

/** Pointers carry the number of a namespace in 10 digits and a version in 15, and what is written after an import counts on from these. */
const NUMBER_MAX = 999_999_999
const VERSION_MAX = 999_999_999_999
/** The last instant of a Date, ms. */
const INSTANT_MAX = 8.64e15

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

function textIn(line: Record<string, unknown>, name: string): string {
  const value = line[name]
  if (typeof value === 'string' && value !== '') return value
  throw wrong(`/${name}`, 'expected a text')
}
