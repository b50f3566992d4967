import { instantMs } from './date-time.ts'

/**
 * An RFC 3339 date-time in its one spelling: in UTC, with `T` and `Z`, its fraction kept to the digit without trailing zeros
 * and left out when it is zero; a leap second is the first moment after it. Null when the text is none,
 * or names a moment outside the years 0000 to 9999 of UTC.
 */
export function utcTimestamp(text: string): string | null {
  const instant = instantMs(text)
  if (instant === null) return null
  const isLeap = text.slice(17, 19) === '60'
  const fraction = isLeap ? '' : (/\.(\d*?)0*(?:[Zz]|[+-])/.exec(text)?.[1] ?? '')
  const seconds = new Date(instant).toISOString().replace(/\.\d{3}Z$/, '')
  if (seconds.length !== 19) return null
  return `${seconds}${fraction === '' ? '' : `.${fraction}`}Z`
}
