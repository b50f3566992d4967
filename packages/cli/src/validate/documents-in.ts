import { elementTexts } from './element-texts.ts'
import { whyNoJson } from './why-no-json.ts'

/** One document of an input: where it stands, and its text and value, or why there is none. */
export type InputDocument = { readonly name: string } & (
  | { readonly text: string; readonly value: unknown }
  | { readonly why: string }
)

/** Where a text came from, and whether the elements of a list in it are documents of their own. */
export interface InputText {
  readonly name: string
  readonly text: string
  readonly areListsSplit: boolean
}

/**
 * The documents of a text, in order: one JSON document, the elements of a JSON list (`file#/0`), or the lines of NDJSON
 * (`file:1`). It is NDJSON by its name (`.ndjson`, `.jsonl`), or when it is no JSON as a whole and its first line is.
 */
export function* documentsIn({ name, text, areListsSplit }: InputText): Generator<InputDocument> {
  if (/\.(ndjson|jsonl)$/i.test(name)) return yield* linesOf(name, text)
  const whole = documentOf(name, text)
  if ('why' in whole) return yield* looksLikeLines(text) ? linesOf(name, text) : [whole]
  if (!areListsSplit || !Array.isArray(whole.value)) return yield whole
  if (whole.value.length === 0) return yield { name, why: 'is an empty list: it holds no document' }
  for (const [index, element] of elementTexts(text).entries()) yield documentOf(`${name}#/${index}`, element)
}

function* linesOf(name: string, text: string): Generator<InputDocument> {
  let number = 0
  for (const line of text.split('\n')) {
    number++
    if (line.trim() !== '') yield documentOf(`${name}:${number}`, line)
  }
}

function documentOf(name: string, text: string): InputDocument {
  try {
    return { name, text, value: JSON.parse(text) }
  } catch {
    return { name, why: `is not JSON: ${whyNoJson(text)}` }
  }
}

function looksLikeLines(text: string): boolean {
  const [first, ...others] = text.split('\n').filter((line) => line.trim() !== '')
  return others.length > 0 && !('why' in documentOf('', first!))
}
