import { LIMITS } from '@cairn/contract/limits'
import { Problem } from './problem.ts'

/**
 * The value of a JSON text. Objects have null prototypes, so that a `__proto__` member is a member like any other; of a repeated
 * member the last counts. Throws a Problem: `malformed_json`, `malformed_unicode` for a lone surrogate, also one written as an
 * escape, `invalid_body` past 32 levels, which are counted before anything recurses.
 */
export function parseJson(text: string): unknown {
  if (isTooDeep(text))
    throw new Problem('invalid_body', `JSON nests at most ${LIMITS.jsonDepthMax} levels here.`, {
      errors: [{ pointer: '', rule: 'jsonDepthMax', message: `at most ${LIMITS.jsonDepthMax} levels` }],
    })
  try {
    return JSON.parse(text, settle)
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem('malformed_json', 'The text is no JSON as RFC 8259 defines it.')
  }
}

function settle(key: string, value: unknown): unknown {
  if (!key.isWellFormed() || (typeof value === 'string' && !value.isWellFormed()))
    throw new Problem('malformed_unicode', 'A string holds half of a surrogate pair, which is no character.')
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) Object.setPrototypeOf(value, null)
  return value
}

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Counts open brackets outside strings; on text that is no JSON the count may be wrong, and the parser refuses it next. */
function isTooDeep(text: string): boolean {
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit === QUOTE) i = endOfString(text, i)
    else if (unit === 0x7b || unit === 0x5b) {
      if (++depth > LIMITS.jsonDepthMax) return true
    } else if (unit === 0x7d || unit === 0x5d) depth--
  }
  return false
}

function endOfString(text: string, open: number): number {
  let i = open + 1
  while (i < text.length && text.charCodeAt(i) !== QUOTE) i += text.charCodeAt(i) === BACKSLASH ? 2 : 1
  return i
}
