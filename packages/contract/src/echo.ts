import { LIMITS } from './limits.ts'

/** At most 64 code points of a text, its invisible and control characters escaped; a cut is marked with `…`. */
export function excerpt(text: string): string {
  const start = text.slice(0, 2 * (LIMITS.echoLengthMax + 1)).toWellFormed()
  const shown = [...start.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, escaped)]
  if (shown.length <= LIMITS.echoLengthMax && start.length === text.length) return shown.join('')
  return `${shown.slice(0, LIMITS.echoLengthMax - 1).join('')}…`
}

/** What a value is, in a few words: scalars as JSON of at most 64 code points, the rest by sort and size. */
export function echo(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'string') return value === '' ? 'an empty text' : `"${excerpt(value)}"`
  if (Array.isArray(value)) return value.length === 1 ? 'a list of 1 item' : `a list of ${value.length} items`
  if (typeof value === 'object' && value !== null) return 'an object'
  return excerpt(String(value))
}

const escaped = (character: string): string =>
  Array.from(character, (one) => `\\u{${one.codePointAt(0)!.toString(16)}}`).join('')
