import type { SqlDatabase } from './sql-database.ts'
import { readRows } from './statement.ts'
import type { DocumentName } from './stored-document.ts'
import type { PassageRef } from './stored-passage.ts'

/** The document a passage belongs or belonged to, also after it was buried; null when no such passage was written. */
export async function passageDocument(
  db: SqlDatabase,
  { ns, batch, ordinal }: PassageRef & { readonly ns: number },
): Promise<DocumentName | null> {
  const sql = 'SELECT source, document FROM passage WHERE ns = ?1 AND batch = ?2 AND ordinal = ?3'
  const row = (await readRows(db, [{ sql, values: [ns, batch, ordinal] }]))[0]?.[0]
  return row === undefined ? null : { source: row.source as string, id: row.document as string }
}
