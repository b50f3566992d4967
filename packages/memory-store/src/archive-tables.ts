/** What a column of an archived row holds; `?` where it may be null. Texts that are JSON stay texts. */
export type ColumnSort = 'text' | 'text?' | 'json' | 'json?' | 'integer' | 'integer?' | 'real?'

/** A table as an archive holds it: its columns but `ns`, the key its rows are walked by, and what a row weighs. */
export interface ArchiveTable {
  readonly columns: Readonly<Record<string, ColumnSort>>
  readonly key: readonly string[]
  /** SQL of about how many bytes a row has */
  readonly weight: string
}

/**
 * Everything a namespace holds, in the order an archive tells it: what others are joined with comes first. Receipts are evidence that
 * verifies by itself; they stay in the file, since the log they are leaves of is that of the namespace that signed them.
 */
export const ARCHIVE_TABLES = {
  source: {
    key: ['id'],
    weight: 'length(manifest)',
    columns: {
      id: 'text',
      manifest: 'json?',
      upstream: 'json?',
      created_at: 'integer',
      updated_at: 'integer',
      deleted_at: 'integer?',
    },
  },
  document: {
    key: ['source', 'id'],
    weight: 'bytes',
    columns: {
      source: 'text',
      id: 'text',
      title: 'text',
      uri: 'text',
      kind: 'text',
      tags: 'json',
      author: 'text',
      created_at: 'integer?',
      event_at: 'integer?',
      horizon_class: 'text?',
      links: 'json',
      format: 'text',
      body: 'text?',
      bytes: 'integer',
      hash: 'text',
      salt: 'text?',
      batch: 'integer',
      first_ordinal: 'integer',
      passages: 'integer',
      recorded_at: 'integer',
      changed_at: 'integer',
      dead_at: 'integer?',
    },
  },
  passage: {
    key: ['batch', 'ordinal'],
    weight: 'length(text) + coalesce(length(vector), 0)',
    columns: {
      batch: 'integer',
      ordinal: 'integer',
      source: 'text',
      document: 'text',
      position: 'integer',
      text: 'text?',
      body_start: 'integer',
      body_end: 'integer',
      heading: 'text?',
      speaker: 'text?',
      said_at: 'text?',
      hash: 'text?',
      tokens: 'integer',
      escaped_tokens: 'integer',
      summary: 'text?',
      summary_tokens: 'integer',
      dead_at: 'integer?',
      vector: 'text?',
    },
  },
  fact: {
    key: ['batch', 'ordinal'],
    weight: 'length(value)',
    columns: {
      batch: 'integer',
      ordinal: 'integer',
      entity: 'text',
      key: 'text',
      value: 'json',
      cardinality: 'text',
      confidence: 'real?',
      horizon_class: 'text?',
      effective_at: 'integer',
      valid_from: 'integer?',
      valid_from_given: 'text?',
      valid_to: 'integer?',
      valid_to_given: 'text?',
      observed_at: 'integer?',
      observed_at_given: 'text?',
      recorded_at: 'integer',
      reverified_at: 'integer?',
      retracted_at: 'integer?',
      retraction: 'json?',
      supersedes: 'text?',
      provenance: 'json?',
      tokens: 'integer',
      escaped_tokens: 'integer',
      summary_tokens: 'integer',
      indexed: 'integer',
      salt: 'text?',
    },
  },
  session: {
    key: ['id'],
    weight: 'length(state)',
    columns: {
      id: 'text',
      state: 'json?',
      etag: 'text',
      version: 'integer',
      updated_at: 'integer',
      expires_at: 'integer?',
      deleted_at: 'integer?',
      salt: 'text?',
      batch: 'integer?',
    },
  },
  session_version: {
    key: ['id', 'version'],
    weight: 'length(state)',
    columns: { id: 'text', version: 'integer', state: 'json', etag: 'text', updated_at: 'integer' },
  },
  research: {
    key: ['kind', 'id'],
    weight: 'bytes',
    columns: {
      kind: 'text',
      id: 'text',
      document: 'json?',
      etag: 'text',
      mark: 'text?',
      bytes: 'integer',
      made: 'integer',
      place: 'integer',
      changed_at: 'integer',
      deleted_at: 'integer?',
      salt: 'text?',
    },
  },
  research_link: {
    key: ['kind', 'id', 'to_kind', 'to_id'],
    weight: '100',
    columns: { kind: 'text', id: 'text', to_kind: 'text', to_id: 'text' },
  },
  receipt: {
    key: ['version'],
    weight: 'length(text)',
    columns: { version: 'integer', id: 'text', text: 'json' },
  },
} as const satisfies Record<string, ArchiveTable>

/** The name of a table that an archive holds. */
export type ArchiveTableName = keyof typeof ARCHIVE_TABLES

/** The tables in the order an archive tells them. */
export const ARCHIVE_ORDER = Object.keys(ARCHIVE_TABLES) as ArchiveTableName[]

/** The tables whose rows an import stores as they are. Facts are stated anew, and receipts stay in the file. */
export const COPIED_TABLES = ARCHIVE_ORDER.filter((table) => table !== 'receipt' && table !== 'fact')

/** The name of a table whose rows an import stores as they are. */
export type CopiedTableName = (typeof COPIED_TABLES)[number]

/** Whether an import stores the rows of a table as they are. */
export function isCopied(table: ArchiveTableName): table is CopiedTableName {
  return (COPIED_TABLES as readonly string[]).includes(table)
}
