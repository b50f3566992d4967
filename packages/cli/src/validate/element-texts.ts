/** The source text of each element of a JSON list, as it was written. The text is known to be a JSON list. */
export function elementTexts(text: string): string[] {
  const elements: string[] = []
  let depth = 0
  let isInText = false
  let start = text.indexOf('[') + 1
  for (let at = start - 1; at < text.length; at++) {
    const character = text[at]!
    if (character === '\\') at++
    else if (character === '"') isInText = !isInText
    if (isInText) continue
    if (depth === 1 && (character === ',' || character === ']')) {
      elements.push(text.slice(start, at).trim())
      start = at + 1
    }
    if (character === '[' || character === '{') depth++
    if (character === ']' || character === '}') depth--
  }
  return elements
}
