import type { RankedChannel } from './channels.ts'
import type { Segment } from './segment.ts'

/** Totals over all live passages: their number, and the mean length in a channel of those that have any. */
export interface CorpusCounts {
  readonly passages: number
  meanLength(channel: RankedChannel): number
  /** Rarity of a term held by `frequency` live passages: ln(1 + (N − df + ½) / (df + ½)). */
  idf(frequency: number): number
}

export function countCorpus(segments: readonly Segment[]): CorpusCounts {
  const passages = atLeastZero(sum(segments, ({ counts }) => counts.passages + counts.adjustments.passages))
  return {
    passages,
    meanLength: (channel) => {
      const length = sum(segments, ({ counts }) => bothLengths(counts, channel, 'length'))
      const holders = sum(segments, ({ counts }) => bothLengths(counts, channel, 'passages'))
      return length > 0 && holders > 0 ? length / holders : 1
    },
    idf: (frequency) => {
      const df = Math.min(atLeastZero(frequency), passages)
      return Math.log(1 + (passages - df + 0.5) / (df + 0.5))
    },
  }
}

function bothLengths(counts: Segment['counts'], channel: RankedChannel, part: 'length' | 'passages'): number {
  return counts.lengths[channel][part] + counts.adjustments.lengths[channel][part]
}

function sum(segments: readonly Segment[], part: (segment: Segment) => number): number {
  return segments.reduce((total, segment) => total + part(segment), 0)
}

/** Counts that a catalogue left out of step would push below zero still give finite scores. */
function atLeastZero(count: number): number {
  return Math.max(0, count)
}
