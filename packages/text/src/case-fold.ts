import { FOLD_FULL, FOLD_RUNS } from './generated/unicode-tables.ts'

/** Full case folding (Unicode, CaseFolding.txt C and F) with every decimal digit as its ASCII digit; no locale. */
export function caseFold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  let folded = ''
  for (const character of text) folded += foldings.get(character) ?? character
  return folded
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII itself.
const ASCII = /^[\x00-\x7f]*$/
const foldings = decodeFoldings()

function decodeFoldings(): Map<string, string> {
  const table = new Map<string, string>()
  let from = 0
  for (const run of FOLD_RUNS.split(';')) {
    const [gap, count, step, delta] = run.split(',').map((n) => Number.parseInt(n, 36)) as [
      number,
      number,
      number,
      number,
    ]
    from += gap
    for (let i = 0; i < count; i++) {
      table.set(String.fromCodePoint(from + i * step), String.fromCodePoint(from + i * step + delta))
    }
  }
  for (const entry of FOLD_FULL.split(' ')) {
    const [source, ...target] = entry
    table.set(source!, target.join(''))
  }
  return table
}
