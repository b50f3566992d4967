import { OPERATIONS } from '@cairn/contract/operations'
import { checkBody, checkDocument, type Finding } from '@cairn/contract/requests'
import { parseResearch, type ResearchKind } from '@cairn/contract/research'
import type { ArchiveTableName } from '@cairn/memory-store/archive-tables'
import { documentOf } from '@cairn/memory-store/document'
import type { Row } from '@cairn/memory-store/statement'
import { unpackBody } from '../documents/stored-body.ts'
import { isJson, type RowFault } from './row-fault.ts'

/**
 * Why what a row says could not have been stored by a write, so that reading it would fail: what was sent is made of it again, and
 * judged as when it was sent. Null for a sound row; its columns are of their sorts already. Facts are stated anew instead.
 */
export function cellFault(table: ArchiveTableName, row: Row): RowFault | null {
  for (const [column, found] of JUDGES[table]?.(row) ?? []) {
    const finding = found()
    if (finding !== null) return { column, message: `found what is not stored so: ${finding}` }
  }
  return null
}

/** What is wrong with a column, in words. */
type Judged = readonly [column: string, found: () => string | null]

const JUDGES: Partial<Record<ArchiveTableName, (row: Row) => Judged[]>> = {
  source: ({ id, manifest, upstream }) => [
    ['manifest', () => (manifest == null ? null : manifestFault(id, manifest))],
    ['upstream', () => (upstream == null ? null : bodyFault('putUpstream', JSON.parse(upstream as string)))],
  ],
  document: (row) => [['body', () => (row.body == null ? null : bodyOfDocumentFault(row))]],
  session: ({ etag }) => [['etag', () => etagFault(etag)]],
  research: ({ kind, document, etag, mark }) => [
    ['document', () => (document == null ? null : researchFault(kind, document))],
    ['mark', () => (kind !== 'source' || mark == null ? null : markFault(mark))],
    ['etag', () => etagFault(etag)],
  ],
}

const words = (findings: readonly Finding[]): string | null => {
  const first = findings[0]
  return first === undefined ? null : `${first.pointer} ${first.message}`.trimStart()
}

function bodyFault(operation: string, body: unknown): string | null {
  return words(checkBody(OPERATIONS.find(({ id }) => id === operation)!, body))
}

/** A manifest is stored with every member that another may leave out. */
function manifestFault(id: unknown, text: unknown): string | null {
  const manifest: unknown = JSON.parse(text as string)
  const stated = new Set(Object.keys(manifest ?? {}))
  const fault = bodyFault('putSource', manifest)
  if (fault !== null) return fault
  const missing = Object.keys(manifest as object).find((name) => !stated.has(name))
  if (missing !== undefined) return `no \`${missing}\``
  return (manifest as { source_id?: unknown }).source_id === id ? null : 'a `source_id` that is not its `id`'
}

function bodyOfDocumentFault(row: Row): string | null {
  try {
    const sent = unpackBody(documentOf(row), row.body as string)
    return sent.id === row.id ? words(checkDocument(withoutNull(sent))) : 'no `id` among what was sent'
  } catch {
    return 'no first line that says what was sent, or no messages after it'
  }
}

function withoutNull(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value != null))
}

function researchFault(kind: unknown, text: unknown): string | null {
  const parsed = parseResearch(JSON.parse(text as string), kind as ResearchKind)
  return parsed.ok ? null : words(parsed.findings)
}

/** A source that was made here names what it was made from. */
function markFault(mark: unknown): string | null {
  return /^\["(?:[^"\\]|\\.)*","(?:[^"\\]|\\.)*"\]$/.test(mark as string) && isJson(mark as string)
    ? null
    : 'no list of a source and a document'
}

/** It is sent in a header; empty where the row is deleted. */
function etagFault(etag: unknown): string | null {
  return /^[\x21\x23-\x7e]*$/.test(etag as string) ? null : 'an entity tag that no header holds'
}
