import { RANKED_CHANNELS, type RankedChannel } from '../channels.ts'
import { SegmentCorrupt } from '../segment-corrupt.ts'
import { addLengths, emptyLengths, type SegmentCounts } from '../segment-counts.ts'
import type { SegmentRows } from '../segment-rows.ts'
import type { MergeInput } from './merge-input.ts'

/** Where the row of an input goes that is dropped. */
export const DROPPED = -1

/** Which rows a merge keeps, and in which order. */
export interface RowPlan {
  readonly inputs: readonly MergeInput[]
  /** Whether a passage was buried by the version the merge reads. */
  readonly isDead: (batch: number, ordinal: number) => boolean
  /** False where the inputs are parts of a rebuild: what was buried is in none of them, so it is dropped without a trace. */
  readonly keepsCounts: boolean
}

/** The rows of a merge in order, ascending by (batch, ordinal). */
export class MergedRows {
  readonly count: number
  readonly counts: SegmentCounts
  /** for each input, where each of its rows goes, or DROPPED */
  readonly places: readonly Int32Array[]
  readonly #rows: readonly SegmentRows[]
  readonly #inputs: Uint16Array
  readonly #rowNumbers: Uint32Array

  constructor(parts: {
    readonly rows: readonly SegmentRows[]
    readonly inputs: Uint16Array
    readonly rowNumbers: Uint32Array
    readonly places: readonly Int32Array[]
    readonly adjustments: SegmentCounts['adjustments']
  }) {
    this.count = parts.inputs.length
    this.#rows = parts.rows
    this.#inputs = parts.inputs
    this.#rowNumbers = parts.rowNumbers
    this.places = parts.places
    this.counts = { passages: this.count, lengths: this.#totals(), adjustments: parts.adjustments }
  }

  /** The input a row comes from, and its number there. */
  origin(row: number): { readonly input: number; readonly row: number } {
    return { input: this.#inputs[row]!, row: this.#rowNumbers[row]! }
  }

  pointer(row: number): { readonly batch: number; readonly ordinal: number } {
    const origin = this.origin(row)
    const rows = this.#rows[origin.input]!
    return { batch: rows.batchAt(origin.row), ordinal: rows.ordinalAt(origin.row) }
  }

  length(channel: RankedChannel, row: number): number {
    return this.#rows[this.#inputs[row]!]!.length(channel, this.#rowNumbers[row]!)
  }

  /** The lengths of all rows. */
  lengths(channel: RankedChannel): Uint32Array {
    return Uint32Array.from({ length: this.count }, (_, row) => this.length(channel, row))
  }

  #totals(): SegmentCounts['lengths'] {
    const totals = emptyLengths()
    for (const channel of RANKED_CHANNELS) {
      let length = 0
      let passages = 0
      for (let row = 0; row < this.count; row++) {
        const own = this.length(channel, row)
        length += own
        if (own > 0) passages += 1
      }
      totals[channel] = { length, passages }
    }
    return totals
  }
}

/** Orders the live rows of all inputs. Throws SegmentCorrupt when a passage is held twice. */
export async function mergeRows({ inputs, isDead, keepsCounts }: RowPlan): Promise<MergedRows> {
  const rows: SegmentRows[] = []
  for (const input of inputs) rows.push(await input.rows())
  const size = rows.reduce((sum, { count }) => sum + count, 0)
  const order = { inputs: new Uint16Array(size), rowNumbers: new Uint32Array(size) }
  const places = rows.map(({ count }) => new Int32Array(count).fill(DROPPED))
  const heads = rows.map((of, input) => new RowHead(of, input))
  let kept = 0
  let before: RowHead | null = null
  let [batch, ordinal] = [-1, -1]
  for (let least = leastOf(heads); least !== null; least = leastOf(heads)) {
    if (before !== null && least.batch === batch && least.ordinal === ordinal)
      throw new SegmentCorrupt('a passage is held twice')
    before = least
    batch = least.batch
    ordinal = least.ordinal
    if (!isDead(batch, ordinal)) {
      order.inputs[kept] = least.input
      order.rowNumbers[kept] = least.row
      places[least.input]![least.row] = kept
      kept += 1
    }
    least.advance()
  }
  return new MergedRows({
    rows,
    places,
    inputs: order.inputs.slice(0, kept),
    rowNumbers: order.rowNumbers.slice(0, kept),
    adjustments: keepsCounts ? adjustmentsOf(inputs, rows, places) : { passages: 0, lengths: emptyLengths() },
  })
}

/** The row of an input that is next in order. */
class RowHead {
  readonly input: number
  readonly #rows: SegmentRows
  row = -1
  batch = 0
  ordinal = 0

  constructor(rows: SegmentRows, input: number) {
    this.#rows = rows
    this.input = input
    this.advance()
  }

  get isPastEnd(): boolean {
    return this.row >= this.#rows.count
  }

  advance(): void {
    this.row += 1
    if (this.isPastEnd) return
    this.batch = this.#rows.batchAt(this.row)
    this.ordinal = this.#rows.ordinalAt(this.row)
  }
}

function leastOf(heads: readonly RowHead[]): RowHead | null {
  let least: RowHead | null = null
  for (const head of heads) {
    if (head.isPastEnd) continue
    if (
      least === null ||
      head.batch < least.batch ||
      (head.batch === least.batch && head.ordinal < least.ordinal)
    )
      least = head
  }
  return least
}

/** What burials took from the counts, less what is given back for the dropped rows. */
function adjustmentsOf(
  inputs: readonly MergeInput[],
  rows: readonly SegmentRows[],
  places: readonly Int32Array[],
): SegmentCounts['adjustments'] {
  const lengths = emptyLengths()
  let passages = 0
  for (const [i, { counts }] of inputs.entries()) {
    passages += counts.adjustments.passages
    for (const channel of RANKED_CHANNELS) {
      const own = counts.adjustments.lengths[channel]
      lengths[channel] = addLengths(lengths[channel], own.length, own.passages, 1)
    }
    for (const [row, place] of places[i]!.entries()) {
      if (place !== DROPPED) continue
      passages += 1
      for (const channel of RANKED_CHANNELS) {
        const length = rows[i]!.length(channel, row)
        lengths[channel] = addLengths(lengths[channel], length, length > 0 ? 1 : 0, 1)
      }
    }
  }
  return { passages, lengths }
}
