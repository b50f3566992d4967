import { folded } from './folded.ts'

/** Marks that open a quotation, with those that close it. */
const PAIRS: Readonly<Record<string, string>> = {
  '"': '"',
  '“': '”',
  '”': '”',
  '„': '“”',
  '‟': '”',
  '«': '»',
  '»': '«»',
  '‹': '›',
  '›': '‹›',
  '「': '」',
  '『': '』',
  '〝': '〞〟',
  '❝': '❞',
  '‚': '‘’',
  '‘': '’',
  '❛': '❜',
  "'": "'",
}
/** Marks that are apostrophes too: they close only where a word ends. */
const APOSTROPHES = new Set(["'", '’', '‘'])

/**
 * The texts in quotation marks in a claim, by the usual marks of any language, folded as they are compared. A mark that is never closed
 * quotes nothing; inches and apostrophes are no marks; of a quotation in a quotation the outer one counts.
 */
export function quotesIn(claim: string): string[] {
  const text = claim.normalize('NFKC')
  const quotes: string[] = []
  for (let at = 0; at < text.length; at++) {
    const end = opensAt(text, at) ? closedAt(text, at) : -1
    if (end === -1) continue
    quotes.push(folded(text.slice(at + 1, end)))
    at = end
  }
  return quotes.filter((quote) => quote !== '')
}

function opensAt(text: string, at: number): boolean {
  const mark = text[at]!
  if (PAIRS[mark] === undefined) return false
  if (mark === '"') return !/\d/.test(text[at - 1] ?? '')
  if (mark !== "'") return true
  return !/[\p{L}\p{M}\p{N}]$/u.test(text.slice(0, at)) && !/^'(?:\s|\d\ds\b)/.test(text.slice(at))
}

/** The place of the mark that closes what opens at `from`; -1 when none does. */
function closedAt(text: string, from: number): number {
  const opening = text[from]!
  const closing = PAIRS[opening]!
  let depth = 1
  let candidate = -1
  for (let at = from + 1; at < text.length; at++) {
    const mark = text[at]!
    if (closing.includes(mark)) {
      if (!APOSTROPHES.has(mark)) depth--
      else if (isWordEnd(text, at) && !isPlural(text, at)) depth--
      else if (isWordEnd(text, at) && candidate === -1) candidate = at
    } else if (mark === opening) depth++
    if (depth === 0) return at
    if (candidate === -1 && depth > 0 && closing.includes(mark) && !APOSTROPHES.has(mark)) candidate = at
  }
  return candidate
}

const isWordEnd = (text: string, at: number): boolean =>
  !/\s/.test(text[at - 1]!) && !/^[\p{L}\p{M}\p{N}]/u.test(text.slice(at + 1))

/** `the dogs’ bowl`: after an s the mark may be an apostrophe. */
const isPlural = (text: string, at: number): boolean => /s/i.test(text[at - 1]!)
