import { Problem } from '@cairn/http-kernel/problem'

/**
 * A name in Unicode's form NFC, the one spelling that is stored. Throws `invalid_parameter` for one that is then longer than
 * `lengthMax` code points, since its address would not be taken.
 */
export function inNfc(member: string, name: string, lengthMax: number): string {
  const stored = name.normalize('NFC')
  const length = [...stored].length
  if (length <= lengthMax) return stored
  const message = `\`${member}\` has ${length} code points in Unicode's form NFC; at most ${lengthMax} are taken`
  throw new Problem('invalid_parameter', `${message}.`, {
    errors: [{ pointer: member, rule: 'maxLength', message }],
  })
}
