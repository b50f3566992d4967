import type { JsonSchema } from '../operation.ts'

/** The members of a body, each with the words that say what it is for; a member that has a description keeps it. */
export function described(
  members: Readonly<Record<string, JsonSchema>>,
  words: Readonly<Record<string, string>>,
): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(members).map(([name, schema]) => [
      name,
      words[name] === undefined ? schema : { description: words[name], ...schema },
    ]),
  )
}
