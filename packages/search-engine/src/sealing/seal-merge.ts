import { RANKED_CHANNELS, type RankedChannel } from '../channels.ts'
import { compareBytes } from '../compare-bytes.ts'
import { formatOf } from '../sections.ts'
import { DIGEST_BYTES, type HeadDraft, writeHead } from '../segment-head.ts'
import { ChunkPacker, type Packed, type PackedPiece, type Section } from './chunk-packer.ts'
import { KeyOrder, type PlacedStream } from './key-order.ts'
import type { MergeInput, RowReader } from './merge-input.ts'
import { mergedLists } from './merged-lists.ts'
import { type MergedRows, mergeRows, type RowPlan } from './merged-rows.ts'
import { ROWS_A_PIECE, RowPieces } from './row-pieces.ts'
import { type LastKeys, TermPieces } from './term-pieces.ts'

/** One sealed segment to be made of several segments. */
export interface SealPlan extends RowPlan {
  /** of all inputs together */
  readonly inputBytes: number
  /** how long chunks are made where pieces allow it; what a merge of many such segments holds of each. 512 KB when absent */
  readonly chunkBytes?: number
}

/** How far a merge is, as JSON can hold it. Every chunk it names has been put. */
export interface SealProgress {
  readonly packed: Packed
  /** rows whose stored fields are written */
  readonly rows: number
  /** the last keys written; null before the first, which come after all rows */
  readonly keys: LastKeys | null
}

/** What a merge writes to, and when it stops for now. */
export interface SealTarget {
  /** Puts a chunk; chunk 0 comes last. */
  put(n: number, bytes: Uint8Array): Promise<void>
  /** Asked after every few chunks: whether to stop here and go on from the progress another time. */
  isOver(): boolean
}

/** A segment that is whole. */
export interface SealedSegment {
  readonly chunks: number
  /** of all chunks together */
  readonly length: number
  /** SHA-256 of chunk 0, hex */
  readonly digest: string
  /** with vectors or without */
  readonly format: number
  readonly analyser: number
  readonly passages: number
}

/**
 * Writes a sealed segment in the place of several, chunk by chunk: of every row it holds the places and lengths, of everything else one
 * chunk an input and section. The same plan and progress give the same bytes. Passages keep their (batch, ordinal); the dead are dropped
 * and, where counts are kept, what their burial took from the counts is given back. Throws SegmentCorrupt for what an input may not hold,
 * RangeError when the inputs' analysers differ.
 */
export async function sealMerge(
  plan: SealPlan,
  progress: SealProgress | null,
  target: SealTarget,
): Promise<{ readonly progress: SealProgress } | { readonly sealed: SealedSegment }> {
  return new SealedMerge(plan, progress, target).run(await mergeRows(plan))
}

/** Chunks are small where there are few, and so many at most that the head has room for them. */
const CHUNK_AIM_MIN = 128 * 1024
const CHUNK_AIM_MAX = 400 * 1024
const CHUNKS_AIM = 2000

class SealedMerge {
  readonly #plan: SealPlan
  readonly #target: SealTarget
  readonly #packer: ChunkPacker
  readonly #aim: number
  readonly #analyser: number
  #rows: number
  #keys: LastKeys | null

  constructor(plan: SealPlan, progress: SealProgress | null, target: SealTarget) {
    this.#plan = plan
    this.#target = target
    this.#analyser = oneAnalyser(plan.inputs)
    this.#aim = Math.min(CHUNK_AIM_MAX, Math.max(CHUNK_AIM_MIN, Math.ceil(plan.inputBytes / CHUNKS_AIM)))
    this.#packer = new ChunkPacker(this.#aim, progress?.packed ?? null, plan.chunkBytes)
    this.#rows = progress?.rows ?? 0
    this.#keys = progress?.keys ?? null
  }

  async run(
    rows: MergedRows,
  ): Promise<{ readonly progress: SealProgress } | { readonly sealed: SealedSegment }> {
    const isWhole = (await this.#writeRows(rows)) && (await this.#writeTerms(rows))
    if (isWhole) return { sealed: await this.#finish(rows) }
    this.#packer.flush()
    await this.#putFull()
    return { progress: { packed: this.#packer.packed(), rows: this.#rows, keys: this.#keys } }
  }

  /** False when it stopped before the last row. */
  async #writeRows(rows: MergedRows): Promise<boolean> {
    const passageAt = readingRows(
      rows,
      this.#plan.inputs.map((input) => input.stored()),
    )
    const vectorAt = readingRows(
      rows,
      this.#plan.inputs.map((input) => input.vectors()),
    )
    const pieces = new RowPieces(this.#packer, this.#aim, this.#rows)
    let before = this.#rows === 0 || this.#rows === rows.count ? null : await passageAt(this.#rows - 1)
    while (this.#rows < rows.count) {
      const end = Math.min(this.#rows + ROWS_A_PIECE, rows.count)
      let last = before
      for (let row = this.#rows; row < end; row++) {
        const at = passageAt(row)
        const passage = at instanceof Promise ? await at : at
        const vectorOrLater = vectorAt(row)
        const vector = vectorOrLater instanceof Promise ? await vectorOrLater : vectorOrLater
        pieces.add({ pointer: rows.pointer(row), passage, vector, lengths: lengthsAt(rows, row) })
        last = passage
      }
      pieces.close(before)
      before = last
      this.#rows = end
      await this.#putFull()
      if (this.#isOver()) return false
    }
    return true
  }

  /** False when it stopped before the last key. */
  async #writeTerms(rows: MergedRows): Promise<boolean> {
    const lengths: Partial<Record<RankedChannel, Uint32Array>> = {}
    for (const channel of RANKED_CHANNELS) lengths[channel] = rows.lengths(channel)
    const pieces = new TermPieces(this.#packer, {
      aim: this.#aim,
      lengths: lengths as Record<RankedChannel, Uint32Array>,
      after: this.#keys,
    })
    const order = await this.#streams()
    for (let least = order.least; least !== null; least = order.least) {
      const term = await this.#nextTerm(order, least.stream.key!, rows)
      if (term.rows.length > 0 || term.adjustment !== 0) pieces.add(term)
      if (!(await this.#putFull()) || !this.#isOver()) continue
      pieces.close()
      this.#keys = pieces.lastKeys()
      return false
    }
    pieces.close()
    return true
  }

  async #streams(): Promise<KeyOrder> {
    const after = this.#keys?.terms ? Uint8Array.from(this.#keys.terms) : null
    const order = new KeyOrder()
    for (const [input, { termsAfter }] of this.#plan.inputs.entries())
      for (const stream of termsAfter(after)) {
        await stream.next()
        order.add({ input, stream })
      }
    return order
  }

  /** Merges what every stream has for a key, and moves those streams on. */
  async #nextTerm(order: KeyOrder, key: Uint8Array, rows: MergedRows) {
    const holders = []
    const taken: PlacedStream[] = []
    while (order.least !== null && compareBytes(order.least.stream.key!, key) === 0) {
      const placed = order.take()!
      const found = placed.stream.lists()
      holders.push({
        lists: found instanceof Promise ? await found : found,
        places: rows.places[placed.input]!,
      })
      taken.push(placed)
    }
    const term = mergedLists(key, holders, this.#plan.keepsCounts)
    for (const placed of taken) {
      const moving = placed.stream.next()
      if (moving !== undefined) await moving
      order.add(placed)
    }
    return term
  }

  /** Stopping is for large merges: what fits in one chunk is one chunk. */
  #isOver(): boolean {
    return this.#packer.isLarge && this.#target.isOver()
  }

  /** Whether there was anything to put. */
  async #putFull(): Promise<boolean> {
    const full = this.#packer.take()
    for (const { n, bytes } of full) {
      const digest = await digestOf(bytes)
      await this.#target.put(n, bytes)
      this.#packer.putDone(n, digest.subarray(0, DIGEST_BYTES))
    }
    return full.length > 0
  }

  async #finish(rows: MergedRows): Promise<SealedSegment> {
    this.#packer.flush()
    await this.#putFull()
    const { packed, bytes } = this.#packer.isLarge
      ? { packed: this.#packer.packed(), bytes: NO_BYTES }
      : this.#packer.takeAll()
    const head = writeHead(headDraft(packed, { analyser: this.#analyser, counts: rows.counts }))
    const chunk = new Uint8Array(head.length + bytes.length)
    chunk.set(head)
    chunk.set(bytes, head.length)
    const digest = await digestOf(chunk)
    await this.#target.put(0, chunk)
    return {
      chunks: packed.chunks.length + 1,
      length: packed.chunks.reduce((sum, one) => sum + one.bytes, chunk.length),
      digest: Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join(''),
      format: formatOf(chunk),
      analyser: this.#analyser,
      passages: rows.count,
    }
  }
}

/** What the inputs' readers give for each row of the merge. */
function readingRows<Value>(
  rows: MergedRows,
  readers: readonly RowReader<Value>[],
): (row: number) => Value | Promise<Value> {
  return (row) => {
    const origin = rows.origin(row)
    return readers[origin.input]!.at(origin.row)
  }
}

const NO_BYTES = new Uint8Array()

function oneAnalyser(inputs: readonly MergeInput[]): number {
  const [first] = inputs
  if (first === undefined) throw new RangeError('nothing to merge')
  if (inputs.some((input) => input.analyser !== first.analyser))
    throw new RangeError('inputs differ in analyser')
  return first.analyser
}

function lengthsAt(rows: MergedRows, row: number): Record<RankedChannel, number> {
  return {
    stem: rows.length('stem', row),
    exact: rows.length('exact', row),
    gram: rows.length('gram', row),
  }
}

async function digestOf(bytes: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>))
}

function headDraft(
  { chunks, pieces }: Packed,
  { analyser, counts }: Pick<HeadDraft, 'analyser' | 'counts'>,
): HeadDraft {
  const rows = (section: Section) => rowPlaces(pieces[section])
  return {
    analyser,
    counts,
    chunks: chunks.map(({ bytes, digest }) => ({ bytes, digest: Uint8Array.from(digest) })),
    rows: {
      rows: rows('rows'),
      source: rows('source'),
      kind: rows('kind'),
      speaker: rows('speaker'),
      tags: rows('tags'),
      createdAt: rows('createdAt'),
      eventAt: rows('eventAt'),
      stored: rows('stored'),
      vectors: rows('vectors'),
    },
    terms: { terms: termPlaces(pieces.terms), positions: termPlaces(pieces.positions) },
  }
}

function rowPlaces(pieces: readonly PackedPiece[]): HeadDraft['rows']['rows'] {
  let start = 0
  return pieces.map(({ chunk, at, bytes, begins }) => {
    const count = begins as number
    start += count
    return { chunk, at, bytes, start: start - count, count }
  })
}

function termPlaces(pieces: readonly PackedPiece[]): HeadDraft['terms']['terms'] {
  return pieces.map(({ chunk, at, bytes, begins }) => ({
    chunk,
    at,
    bytes,
    separator: Uint8Array.from(begins as readonly number[]),
  }))
}
