import type { IndexChannel } from './channels.ts'
import { compareBytes } from './compare-bytes.ts'
import type { Segment } from './segment.ts'
import type { TermEntry } from './term-dictionary.ts'
import type { TermLists } from './write-segment.ts'

/** For each input, the merged row of each of its rows, or DROPPED. */
export type Places = readonly Int32Array[]
export const DROPPED = -1

/** Merges the sorted dictionaries; a term left with neither postings nor adjustment goes. */
export function* mergedTerms(
  inputs: readonly Segment[],
  places: Places,
  channel: IndexChannel,
): Generator<TermLists> {
  const heads = inputs.map((input) => input.entries(channel)[Symbol.iterator]())
  const next: (TermEntry | null)[] = heads.map((head) => head.next().value ?? null)
  for (let term = leastTerm(next); term !== null; term = leastTerm(next)) {
    const holders: { input: number; entry: TermEntry }[] = []
    for (const [input, entry] of next.entries()) {
      if (entry === null || compareBytes(entry.term, term) !== 0) continue
      holders.push({ input, entry })
      next[input] = heads[input]!.next().value ?? null
    }
    const lists = mergedLists(inputs, places, channel, term, holders)
    if (lists.rows.length > 0 || lists.adjustment !== 0) yield lists
  }
}

function leastTerm(entries: readonly (TermEntry | null)[]): Uint8Array | null {
  let least: Uint8Array | null = null
  for (const entry of entries)
    if (entry !== null && (least === null || compareBytes(entry.term, least) < 0)) least = entry.term
  return least
}

function mergedLists(
  inputs: readonly Segment[],
  places: Places,
  channel: IndexChannel,
  term: Uint8Array,
  holders: readonly { input: number; entry: TermEntry }[],
): TermLists {
  const merged: GrowingLists = { rows: [], weights: [], positions: [] }
  let adjustment = 0
  for (const { input, entry } of holders) {
    const segment = inputs[input]!
    const { rows, weights } = segment.postings(channel, entry)
    const positions = channel === 'exact' ? segment.positions(entry, () => true) : null
    adjustment += entry.adjustment
    for (let i = 0; i < rows.length; i++) {
      const place = places[input]![rows[i]!]!
      if (place === DROPPED) adjustment += 1
      else append(merged, place, weights[i]!, positions?.[i])
    }
  }
  const { rows, weights, positions } = isAscending(merged.rows) ? merged : sorted(merged)
  return { term, adjustment, rows, weights, positions: channel === 'exact' ? positions : null }
}

interface GrowingLists {
  readonly rows: number[]
  readonly weights: number[]
  readonly positions: number[][]
}

function append(lists: GrowingLists, row: number, weight: number, positions: number[] | undefined): void {
  lists.rows.push(row)
  lists.weights.push(weight)
  if (positions !== undefined) lists.positions.push(positions)
}

/** Inputs that follow one another, as they mostly do, need no sorting. */
function isAscending(rows: readonly number[]): boolean {
  return rows.every((row, i) => i === 0 || rows[i - 1]! < row)
}

function sorted(lists: GrowingLists): GrowingLists {
  const order = lists.rows.map((_, i) => i).sort((a, b) => lists.rows[a]! - lists.rows[b]!)
  const pick = <T>(list: readonly T[]) => (list.length === 0 ? [] : order.map((i) => list[i]!))
  return { rows: pick(lists.rows), weights: pick(lists.weights), positions: pick(lists.positions) }
}
