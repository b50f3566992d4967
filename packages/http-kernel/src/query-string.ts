import { echo } from './echo.ts'
import { Problem, parameterProblem } from './problem.ts'

/** The parameters of an address's query by name, decoded once. Throws for a malformed escape and for a name that comes twice. */
export function readQueryString(search: string): Map<string, string> {
  const parameters = new Map<string, string>()
  for (const pair of search.slice(1).split('&')) {
    if (pair === '') continue
    const split = pair.indexOf('=')
    const name = decodePart(split < 0 ? pair : pair.slice(0, split))
    if (parameters.has(name))
      throw parameterProblem(
        'contradictory_parameters',
        echo(name),
        `\`${echo(name)}\` was sent twice; send it once.`,
      )
    parameters.set(name, split < 0 ? '' : decodePart(pair.slice(split + 1)))
  }
  return parameters
}

/** A path segment, percent-decoded once; `%2F` is a `/` inside it. */
export function decodeSegment(segment: string): string {
  if (/%(?![0-9A-Fa-f]{2})/.test(segment))
    throw new Problem(
      'invalid_parameter',
      `\`%\` is followed by two hexadecimal digits; write \`%25\` for itself.`,
    )
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new Problem('malformed_unicode', 'The percent-encoded bytes of the address are not UTF-8.')
  }
}

const decodePart = (part: string) => decodeSegment(part.replaceAll('+', ' '))
