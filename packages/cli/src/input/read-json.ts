import { CannotGoOn } from '../terminal/cannot-go-on.ts'
import { readInput } from './read-input.ts'

/** A JSON value from the command line, from a file as `@file`, or from the standard input as `-`. Throws CannotGoOn naming `what` it was for. */
export async function readJson(
  given: string,
  what: string,
  example = '{"source": "handbook"}',
): Promise<unknown> {
  const text = await textOf(given, what)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new CannotGoOn(`${what}: expected JSON, as in ${example}: ${(error as Error).message}`)
  }
}

/** The same where a bare word is a string: `8081` is a number, `"8081"` and `blue` are strings. */
export async function readValue(given: string, what: string): Promise<unknown> {
  const text = await textOf(given, what)
  try {
    return JSON.parse(text)
  } catch {
    return given === text ? text : text.trimEnd()
  }
}

async function textOf(given: string, what: string): Promise<string> {
  if (given !== '-' && !given.startsWith('@')) return given
  const input = await readInput(given === '-' ? '-' : given.slice(1))
  if ('why' in input) throw new CannotGoOn(`${what}: ${input.why}`)
  return input.text
}
