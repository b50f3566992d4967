import { Problem } from '@cairn/http-kernel/problem'

/** The refusal of a line, at its place. */
export function wrong(pointer: string, message: string): Problem {
  return new Problem('invalid_body', message, { errors: [{ pointer, rule: 'archive', message }] })
}
