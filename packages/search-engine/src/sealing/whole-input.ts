import { ByteReader } from '../byte-reader.ts'
import { CHANNELS, type IndexChannel } from '../channels.ts'
import { compareBytes } from '../compare-bytes.ts'
import type { Pointer } from '../passage-identity.ts'
import { readSections } from '../sections.ts'
import { checkAnalyser, type Segment } from '../segment.ts'
import { SegmentRows } from '../segment-rows.ts'
import type { TermEntry } from '../term-dictionary.ts'
import { termKey } from '../term-key.ts'
import { openWhole } from '../whole-segment.ts'
import type { InputLists, MergeInput, TermStream } from './merge-input.ts'

/**
 * A segment of format 1 or 3 as an input of a merge; `seq` is its number. `pointers`: those of its rows, ascending, where it was built of rows
 * of several batches. Throws SegmentCorrupt, now or while it is read.
 */
export function wholeInput(
  bytes: Uint8Array,
  seq: number,
  pointers: readonly Pointer[] | null = null,
): MergeInput {
  const segment = openWhole(bytes, seq)
  checkAnalyser(segment.analyser)
  const positions = readSections(bytes).sections.positions
  return {
    analyser: segment.analyser,
    counts: segment.counts,
    rows: async () => (pointers === null ? segment.rows : withPointers(segment.rows, pointers)),
    stored: () => ({ at: (row) => segment.stored(row) }),
    vectors: () => segment.vectors,
    termsAfter: (key) =>
      CHANNELS.map((channel) => new WholeTerms({ segment, positions, channel, after: key })),
  }
}

function withPointers({ pieces, shift }: SegmentRows, pointers: readonly Pointer[]): SegmentRows {
  const [piece] = pieces
  const batchAt = (row: number) => pointers[row]!.batch
  const ordinalAt = (row: number) => pointers[row]!.ordinal
  return new SegmentRows([{ ...piece!, batchAt, ordinalAt }], shift)
}

interface WholeTermsOptions {
  readonly segment: Segment
  readonly positions: Uint8Array
  readonly channel: IndexChannel
  readonly after: Uint8Array | null
}

/** The keys of one channel. */
class WholeTerms implements TermStream {
  readonly #options: WholeTermsOptions
  readonly #entries: Iterator<KeyedEntry>
  #current: KeyedEntry | null = null

  constructor(options: WholeTermsOptions) {
    this.#options = options
    this.#entries = inKeyOrder(options.segment.entries(options.channel), options.channel)
  }

  get key(): Uint8Array | null {
    return this.#current?.key ?? null
  }

  next(): void {
    const { after } = this.#options
    do {
      const step = this.#entries.next()
      this.#current = step.done === true ? null : step.value
    } while (after !== null && this.#current !== null && compareBytes(this.#current.key, after) <= 0)
  }

  lists(): InputLists {
    const { segment, positions, channel } = this.#options
    const { entry } = this.#current!
    const { rows, weights } = segment.postings(channel, entry)
    const lists =
      channel === 'exact' ? positions.subarray(new ByteReader(positions, entry.positionsAt).at) : null
    return { adjustment: entry.adjustment, rows, weights, positions: lists }
  }
}

interface KeyedEntry {
  readonly key: Uint8Array
  readonly entry: TermEntry
}

/**
 * Terms in the order of their keys. A key ends in the number of its channel, so a term comes after those that go on from it with a
 * smaller byte; the dictionary of format 1 has it before them.
 */
function* inKeyOrder(entries: Iterable<TermEntry>, channel: IndexChannel): Generator<KeyedEntry> {
  const held: KeyedEntry[] = []
  for (const entry of entries) {
    const next = { key: termKey(channel, entry.term), entry }
    while (held.length > 0 && compareBytes(held.at(-1)!.key, next.key) < 0) yield held.pop()!
    held.push(next)
  }
  while (held.length > 0) yield held.pop()!
}
