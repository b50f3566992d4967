import type { SqlDatabase } from './sql-database.ts'
import { readRows, type Statement } from './statement.ts'

/** What makes the vectors of a namespace. Two of which anything differs make vectors that cannot be compared. */
export interface Embedder {
  /** `caller`, or `workers-ai:` and a model */
  readonly name: string
  /** how many components a vector has */
  readonly dimensions: number
  readonly version: string
}

/** `in_rows`: passages have vectors of another embedder. `in_index`: only segments still hold such, of passages that are gone. */
export type EmbedderOutcome = 'created' | 'replaced' | 'unchanged' | 'in_rows' | 'in_index'

/** Names the embedder of a namespace, where no vector of another one is stored. */
export async function putEmbedder(
  db: SqlDatabase,
  { ns, embedder }: { readonly ns: number; readonly embedder: Embedder },
): Promise<EmbedderOutcome> {
  const packed = packEmbedder(embedder)
  const update = `UPDATE namespace SET embedder = ?2
    WHERE ns = ?1 AND embedder IS NOT ?2 AND NOT ${IN_ROWS} AND NOT ${IN_INDEX} RETURNING ns`
  const [before, updated] = await readRows(db, [
    { sql: `SELECT embedder, ${IN_ROWS} AS in_rows FROM namespace WHERE ns = ?1`, values: [ns] },
    { sql: update, values: [ns, packed] },
  ])
  const had = before![0]!
  if (had.embedder === packed) return 'unchanged'
  if (updated!.length > 0) return had.embedder === null ? 'created' : 'replaced'
  return had.in_rows === 1 ? 'in_rows' : 'in_index'
}

const IN_ROWS = `EXISTS (SELECT 1 FROM passage INDEXED BY passage_vector
  WHERE ns = ?1 AND batch > -1 AND vector IS NOT NULL AND dead_at IS NULL)`

/** Formats from this one on hold vectors. */
const VECTOR_FORMAT_MIN = 3
const IN_INDEX = `EXISTS (SELECT 1 FROM segment INDEXED BY segment_live
  WHERE ns = ?1 AND dead_at IS NULL AND format >= ${VECTOR_FORMAT_MIN})`

/** False when the namespace has another embedder than the one that vectors were made with. */
export function guardEmbedder(ns: number, embedder: Embedder | null): Statement {
  const sql = `INSERT INTO guard SELECT embedder IS ?2, 'embedder' FROM namespace WHERE ns = ?1`
  return { sql, values: [ns, embedder && packEmbedder(embedder)] }
}

/** An embedder as its column holds it: the same one is the same text. */
export function packEmbedder({ name, dimensions, version }: Embedder): string {
  return JSON.stringify({ name, dimensions, version })
}

/** The embedder that a column holds. */
export function unpackEmbedder(packed: string | null): Embedder | null {
  return packed === null ? null : (JSON.parse(packed) as Embedder)
}
