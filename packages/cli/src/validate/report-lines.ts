import type { Paint } from '../terminal/paint.ts'
import { printable } from '../terminal/printable.ts'
import type { DocumentVerdict, ToldFinding } from './verdict.ts'

/** A verdict as a person reads it: `ok` or `FAIL`, then what decided it, then advice. */
export function verdictLines(
  { name, judgedAs, isValid, findings, why }: DocumentVerdict,
  paint: Paint,
): string[] {
  const word = isValid ? paint.green('ok  ') : paint.red('FAIL')
  const about = why === undefined ? paint.dim(`(${printable(judgedAs ?? '')})`) : printable(why)
  const fatal = findings.filter(({ isFatal }) => isFatal)
  const advice = findings.filter(({ isFatal }) => !isFatal)
  return [
    `${word}  ${printable(name)}  ${about}`,
    ...[...fatal, ...advice].flatMap((one) => findingLines(one, paint)),
  ]
}

function findingLines(
  { pointer, rule, authority, severity, message, isFatal }: ToldFinding,
  paint: Paint,
): string[] {
  const place = pointer === '' ? 'the whole document' : printable(pointer)
  const weight = paint.dim(`(${authority} ${severity}${isFatal ? '' : ', advice'})`)
  return [`      ${place}  ${rule}  ${weight}`, `        ${printable(message)}`]
}

/** The last line: how many of how many are valid. */
export function totalLine(valid: number, total: number): string {
  return `${valid}/${total} valid`
}
