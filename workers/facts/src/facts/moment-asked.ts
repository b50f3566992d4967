import { partialDateMs, precisionOf } from '@cairn/contract/date-time'

/**
 * The instant (ms) that an `as_of` or `recorded_as_of` asks for; null means now. A year, month or day means its last millisecond,
 * or now when now lies in it; an instant means itself; absent means now.
 */
export function momentAsked(asked: string | undefined, now: number): number | null {
  if (asked === undefined) return null
  const begins = partialDateMs(asked)
  if (begins === null) throw new Error('the contract let a text pass that is no partial date')
  if (precisionOf(asked) === 'instant') return begins
  const ends = endOf(asked, new Date(begins))
  return begins <= now && now < ends ? null : ends - 1
}

/** The first millisecond after the year, month or day that begins at `begins`. */
function endOf(text: string, begins: Date): number {
  const precision = precisionOf(text)
  if (precision === 'year') return begins.setUTCFullYear(begins.getUTCFullYear() + 1)
  if (precision === 'month') return begins.setUTCMonth(begins.getUTCMonth() + 1)
  return begins.setUTCDate(begins.getUTCDate() + 1)
}
