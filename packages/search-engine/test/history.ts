import { buildSegment } from '../src/build-segment.ts'
import { mergeSegments } from '../src/merge-segments.ts'
import type { PassageInput } from '../src/passage.ts'
import { openSegment, type Segment } from '../src/segment.ts'
import { FINE_CUT, resealed } from './sealed.ts'

export interface LivePassage {
  readonly batch: number
  readonly ordinal: number
  readonly passage: PassageInput
}

/** A namespace in memory: what commits, burials and merges leave behind, beside the plain list of live passages. */
export class History {
  segments: Segment[] = []
  live: LivePassage[] = []
  readonly dead = new Set<string>()
  #version = 0

  /** Commits passages; those live of the same documents, and of `deleted`, are buried. */
  commit(passages: readonly PassageInput[], deleted: readonly string[] = []): void {
    const gone = new Set([...deleted, ...passages.map((passage) => passage.document)])
    const buried = this.live.filter(({ passage }) => gone.has(passage.document))
    const batch = ++this.#version
    this.segments.push(
      openSegment(
        buildSegment(
          passages,
          buried.map(({ passage }) => passage),
        ),
        batch,
      ),
    )
    for (const { batch, ordinal } of buried) this.dead.add(`${batch}:${ordinal}`)
    this.live = this.live.filter(({ passage }) => !gone.has(passage.document))
    this.live.push(...passages.map((passage, ordinal) => ({ batch, ordinal, passage })))
  }

  /** Merges the segments `chosen` says yes to; to a sealed one, cut as finely as can be, where asked for. */
  merge(chosen: (i: number) => boolean, isSealed = false): void {
    const inputs = this.segments.filter((_, i) => chosen(i))
    if (inputs.length === 0) return
    const whole = openSegment(mergeSegments(inputs, this.dead), ++this.#version)
    const merged = isSealed ? resealed(whole, FINE_CUT) : whole
    this.segments = [...this.segments.filter((segment) => !inputs.includes(segment)), merged]
  }
}
