import { canonical } from '@cairn/contract/canonical'
import { Problem } from './problem.ts'

/** The form in which a JSON value of a request is stored and compared (RFC 8785). Throws `invalid_body` for a number no double can hold. */
export function storedJson(pointer: string, value: unknown): string {
  try {
    return canonical(value)
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause
    const message = 'holds a number that is too large for a double'
    throw new Problem('invalid_body', `The value ${message}.`, {
      errors: [{ pointer, rule: 'canonical', message }],
    })
  }
}
