/**
 * Milliseconds since the epoch of an RFC 3339 date-time (lower-case `t` and `z` included), or null when the text is none
 * or names a day or time that does not exist. A leap second counts as the first moment after it.
 */
export function instantMs(text: string): number | null {
  const parts = /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?([Zz]|[+-]\d{2}:\d{2})$/.exec(
    text,
  )
  if (parts === null) return null
  const midnight = midnightMs(parts[1]!)
  const offset = offsetMinutes(parts[6]!)
  if (midnight === null || offset === null) return null
  const hour = Number(parts[2])
  const minute = Number(parts[3])
  const second = Number(parts[4])
  if (hour > 23 || minute > 59 || second > 60) return null
  const minuteOfDay = hour * 60 + minute - offset
  if (second === 60 && (minuteOfDay + 1440) % 1440 !== 1439) return null
  const fraction = second === 60 ? 0 : Number((parts[5] ?? '').slice(0, 3).padEnd(3, '0'))
  return midnight + minuteOfDay * 60_000 + second * 1000 + fraction
}

/** Whether a text is an RFC 3339 date-time that exists; 2023-02-30 does not. Linear in the text. */
export function isDateTime(text: string): boolean {
  return instantMs(text) !== null
}

/** Milliseconds since the epoch at which a year, month, day or date-time (its seconds may be absent) begins, in UTC where it names no offset; null when it is none. */
export function partialDateMs(text: string): number | null {
  if (/^\d{4}$/.test(text)) return midnightMs(`${text}-01-01`)
  if (/^\d{4}-\d{2}$/.test(text)) return midnightMs(`${text}-01`)
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return midnightMs(text)
  return instantMs(text) ?? instantMs(text.replace(/^(.{10}T\d{2}:\d{2})(Z|[+-]\d{2}:\d{2})$/, '$1:00$2'))
}

/** Whether a text is a year, month, day or date-time that exists. Linear in the text. */
export function isPartialDate(text: string): boolean {
  return partialDateMs(text) !== null
}

/** How precisely a partial date says when; `text` is one that `isPartialDate` accepts. */
export function precisionOf(text: string): 'year' | 'month' | 'day' | 'instant' {
  if (text.length === 4) return 'year'
  if (text.length === 7) return 'month'
  return text.length === 10 ? 'day' : 'instant'
}

function midnightMs(day: string): number | null {
  const year = Number(day.slice(0, 4))
  const month = Number(day.slice(5, 7))
  const date = Number(day.slice(8, 10))
  const at = new Date(0)
  at.setUTCFullYear(year, month - 1, date)
  return at.getUTCMonth() === month - 1 ? at.getTime() : null
}

function offsetMinutes(offset: string): number | null {
  if (offset.length === 1) return 0
  const hours = Number(offset.slice(1, 3))
  const minutes = Number(offset.slice(4, 6))
  if (hours > 23 || minutes > 59) return null
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}
