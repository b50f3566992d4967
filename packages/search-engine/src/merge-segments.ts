import { RANKED_CHANNELS, type RankedChannel } from './channels.ts'
import { DROPPED, mergedTerms, type Places } from './merged-terms.ts'
import { PassageColumnsWriter } from './passage-columns-writer.ts'
import type { Pointer } from './passage-identity.ts'
import type { Segment } from './segment.ts'
import { SegmentCorrupt } from './segment-corrupt.ts'
import { addLengths, emptyLengths, type SegmentCounts } from './segment-counts.ts'
import { writeSegment } from './write-segment.ts'

/**
 * One segment in the place of several. Every passage keeps its (batch, ordinal); those in `dead` ("batch:ordinal")
 * are dropped and what their burial took from the counts is given back, so sums over all segments do not change.
 * Throws SegmentCorrupt when a passage is held twice, RangeError when inputs were analysed by different analysers.
 */
export function mergeSegments(inputs: readonly Segment[], dead: ReadonlySet<string>): Uint8Array {
  const analyser = oneAnalyser(inputs)
  const rows = liveRows(inputs, dead)
  const places = placesOf(inputs, rows)
  const columns = new PassageColumnsWriter()
  for (const { input, row } of rows) columns.add(inputs[input]!.stored(row))
  return writeSegment({
    analyser,
    columns,
    vectors: rows.map(({ input, row }) => inputs[input]!.vectors.at(row)),
    pointers: rows,
    lengths: {
      stem: rows.map(({ input, row }) => inputs[input]!.rows.length('stem', row)),
      exact: rows.map(({ input, row }) => inputs[input]!.rows.length('exact', row)),
      gram: rows.map(({ input, row }) => inputs[input]!.rows.length('gram', row)),
    },
    adjustments: mergedAdjustments(inputs, places),
    terms: (channel) => mergedTerms(inputs, places, channel),
  })
}

interface MergedRow extends Pointer {
  readonly input: number
  readonly row: number
}

function oneAnalyser(inputs: readonly Segment[]): number {
  const [first] = inputs
  if (first === undefined) throw new RangeError('nothing to merge')
  if (inputs.some((input) => input.analyser !== first.analyser))
    throw new RangeError('inputs differ in analyser')
  return first.analyser
}

function liveRows(inputs: readonly Segment[], dead: ReadonlySet<string>): MergedRow[] {
  const rows: MergedRow[] = []
  for (const [input, { rows: columns, counts }] of inputs.entries()) {
    for (let row = 0; row < counts.passages; row++) {
      const pointer = { batch: columns.batchAt(row), ordinal: columns.ordinalAt(row) }
      if (!dead.has(`${pointer.batch}:${pointer.ordinal}`)) rows.push({ ...pointer, input, row })
    }
  }
  rows.sort(comparePointers)
  for (let i = 1; i < rows.length; i++) {
    if (comparePointers(rows[i - 1]!, rows[i]!) === 0) throw new SegmentCorrupt('a passage is held twice')
  }
  return rows
}

function comparePointers(a: Pointer, b: Pointer): number {
  return a.batch - b.batch || a.ordinal - b.ordinal
}

function placesOf(inputs: readonly Segment[], rows: readonly MergedRow[]): Places {
  const places = inputs.map((input) => new Int32Array(input.counts.passages).fill(DROPPED))
  for (const [place, { input, row }] of rows.entries()) places[input]![row] = place
  return places
}

function mergedAdjustments(inputs: readonly Segment[], places: Places): SegmentCounts['adjustments'] {
  const lengths = emptyLengths()
  let passages = 0
  for (const [i, input] of inputs.entries()) {
    const dropped = droppedRows(places[i]!)
    passages += input.counts.adjustments.passages + dropped.length
    for (const channel of RANKED_CHANNELS) {
      const { length, passages: count } = input.counts.adjustments.lengths[channel]
      lengths[channel] = addLengths(lengths[channel], length, count, 1)
      for (const row of dropped)
        lengths[channel] = addPassage(lengths[channel], input.rows.length(channel, row))
    }
  }
  return { passages, lengths }
}

function droppedRows(places: Int32Array): number[] {
  const rows: number[] = []
  for (const [row, place] of places.entries()) if (place === DROPPED) rows.push(row)
  return rows
}

function addPassage(into: SegmentCounts['lengths'][RankedChannel], length: number) {
  return addLengths(into, length, length > 0 ? 1 : 0, 1)
}
