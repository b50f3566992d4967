import { factPassage } from '@cairn/fact/fact-passage'
import { sha256 } from '@cairn/http-kernel/sha-256'
import { importedPassages } from '@cairn/memory-store/imported-rows'
import type { InsertedFact } from '@cairn/memory-store/insert-facts'
import type { SegmentBytes } from '@cairn/memory-store/segment-bytes'
import type { SqlDatabase } from '@cairn/memory-store/sql-database'
import type { PassageRef } from '@cairn/memory-store/stored-passage'
import { buildSegment } from '@cairn/search-engine/build-segment'
import type { PassageInput } from '@cairn/search-engine/passage'
import { formatOf } from '@cairn/search-engine/sections'
import { ANALYSER } from '@cairn/text/terms'
import { passageInput } from '../documents/passage-input.ts'
import type { RowEntry } from './cut-import.ts'
import { wrong } from './wrong-line.ts'

/** The segment of imported rows: what of them a search finds, at the places it had. Null where there is nothing. */
export async function importedSegment(
  db: SqlDatabase,
  { ns, rows }: { readonly ns: number; readonly rows: readonly RowEntry[] },
): Promise<SegmentBytes | null> {
  const placed = await placedInputs(db, ns, rows)
  if (placed.length === 0) return null
  const inputs = placed.map(({ input }) => input)
  const pointers = placed.map(({ at: { batch, ordinal } }) => ({ batch, ordinal }))
  const bytes = indexed(inputs, pointers)
  return {
    bytes,
    format: formatOf(bytes),
    analyser: ANALYSER,
    passages: inputs.length,
  }
}

/** Rows whose numbers or digests no index holds were changed since the export. */
function indexed(inputs: readonly PassageInput[], pointers: readonly PassageRef[]): Uint8Array {
  try {
    return buildSegment(inputs, [], pointers)
  } catch (failure) {
    if (!(failure instanceof RangeError)) throw failure
    throw wrong('', `found a row that no index takes (${failure.message}); export again, and import that`)
  }
}

interface PlacedInput {
  readonly at: PassageRef
  readonly input: PassageInput
}

async function placedInputs(
  db: SqlDatabase,
  ns: number,
  entries: readonly RowEntry[],
): Promise<PlacedInput[]> {
  const rows = entries.map(({ row }) => row)
  switch (entries[0]?.table) {
    case 'passage': {
      const passages = await importedPassages(db, { ns, rows })
      if (passages === null)
        throw wrong('/document', 'found a passage of a document that no line before it has')
      return passages.map((passage) => ({ at: passage, input: passageInput(passage) }))
    }
    case 'fact':
      return Promise.all(entries.flatMap(({ fact }) => (fact === null ? [] : foundFact(fact))))
    default:
      return []
  }
}

/** What a search finds of a fact: nothing where it was retracted, or never indexed. */
function foundFact({ fact, past, isIndexed }: InsertedFact): Promise<PlacedInput>[] {
  if (past === null || past.retractedAt !== null || !isIndexed) return []
  const { batch, ordinal } = past
  const hash = sha256(`${batch}:${ordinal}`)
  return [hash.then((text) => ({ at: { batch, ordinal }, input: factPassage(fact, text) }))]
}
