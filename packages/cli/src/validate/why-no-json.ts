import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser'

/** Where a text stops being JSON, and what is wrong there: `line 3, column 7: property name expected`; in a text of one line its column alone. */
export function whyNoJson(text: string): string {
  const error = firstError(text)
  if (error === undefined) return 'it is nested too deeply to say where'
  const before = text.slice(0, error.offset).split('\n')
  const column = `column ${before.at(-1)!.length + 1}`
  const place = text.trimEnd().includes('\n') ? `line ${before.length}, ${column}` : column
  const isEnd = text.slice(error.offset).trim() === ''
  return `${place}: ${isEnd ? 'it ends in the middle' : words(error)}`
}

function firstError(text: string): ParseError | undefined {
  const errors: ParseError[] = []
  try {
    parse(text, errors, { disallowComments: true })
  } catch {
    return undefined // nested too deeply for a reader that calls itself
  }
  return errors[0]
}

/** `PropertyNameExpected` as words. */
function words({ error }: ParseError): string {
  return printParseErrorCode(error)
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim()
}
