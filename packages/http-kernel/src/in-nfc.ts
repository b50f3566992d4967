import { slugPart } from '@cairn/contract/slug'
import { parameterProblem } from './problem.ts'

/**
 * A name in Unicode's form NFC, the one spelling that is stored; `member` says which. Throws `invalid_parameter` for one that has
 * more than 200 code points in that form, since its address would not be taken.
 */
export function inNfc(member: string, name: string): string {
  const stored = slugPart(name)
  if (stored !== null) return stored
  throw parameterProblem(
    'invalid_parameter',
    member,
    `\`${member}\` has more than 200 code points in Unicode's form NFC; send a shorter one.`,
  )
}
