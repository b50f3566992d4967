import { LIMITS } from '@cairn/contract/limits'

/** What may be printed back of something a client sent: at most 64 code points, well formed. */
export function echo(input: string): string {
  const shown: string[] = []
  for (const character of input.slice(0, 2 * LIMITS.echoLengthMax + 2)) {
    if (shown.length === LIMITS.echoLengthMax) return shown.join('').toWellFormed()
    shown.push(character)
  }
  return shown.join('').toWellFormed()
}

/** The path of an address as a problem's `instance` prints it: at most 64 characters, no half escape. */
export function echoPath(path: string): string {
  return echo(path).replace(/%[0-9A-Fa-f]?$/, '')
}
