import { Column, writeColumn } from './column.ts'
import { SegmentCorrupt } from './segment-corrupt.ts'

/** The pointer of each row: (batch, ordinal), fixed when the passage was written. */
export interface PassageIdentity {
  batchAt(row: number): number
  ordinalAt(row: number): number
  /** The row of a pointer, or -1 where this segment does not hold it. */
  rowOf(batch: number, ordinal: number): number
}

/** A fresh segment: every row's batch is the segment's own number, its ordinal the row. */
export function freshIdentity(seq: number, passages: number): PassageIdentity {
  return {
    batchAt: () => seq,
    ordinalAt: (row) => row,
    rowOf: (batch, ordinal) => (batch === seq && ordinal < passages ? ordinal : -1),
  }
}

/** A merged segment: two columns, rows ascending by batch and then ordinal. */
export function mergedIdentity(batches: Uint8Array, ordinals: Uint8Array, passages: number): PassageIdentity {
  const batch = new Column(batches, passages)
  const ordinal = new Column(ordinals, passages)
  return {
    batchAt: (row) => batch.at(row),
    ordinalAt: (row) => ordinal.at(row),
    rowOf: (wantedBatch, wantedOrdinal) => {
      let low = 0
      let high = passages - 1
      while (low <= high) {
        const middle = (low + high) >> 1
        const order = batch.at(middle) - wantedBatch || ordinal.at(middle) - wantedOrdinal
        if (order === 0) return middle
        if (order < 0) low = middle + 1
        else high = middle - 1
      }
      return -1
    },
  }
}

/** Reads the identity columns; both are empty in a fresh segment. */
export function readIdentity(
  sections: { readonly batches: Uint8Array; readonly ordinals: Uint8Array },
  seq: number,
  passages: number,
): PassageIdentity {
  if (sections.batches.length === 0 && sections.ordinals.length === 0) return freshIdentity(seq, passages)
  if (sections.batches.length === 0) throw new SegmentCorrupt('identity')
  return mergedIdentity(sections.batches, sections.ordinals, passages)
}

export interface Pointer {
  readonly batch: number
  readonly ordinal: number
}

/** The columns of a merged segment, or empty sections for a fresh one. */
export function writeIdentity(pointers: readonly Pointer[] | null): {
  batches: Uint8Array
  ordinals: Uint8Array
} {
  if (pointers === null) return { batches: new Uint8Array(), ordinals: new Uint8Array() }
  return {
    batches: writeColumn(pointers.map((pointer) => pointer.batch)),
    ordinals: writeColumn(pointers.map((pointer) => pointer.ordinal)),
  }
}
