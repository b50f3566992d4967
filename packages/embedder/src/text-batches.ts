/** Texts in order, cut into what one call takes: at most 100, and about 100,000 characters unless one has more by itself. */
export function textBatches(texts: readonly string[]): string[][] {
  const batches: string[][] = []
  let length = 0
  for (const text of texts) {
    const last = batches.at(-1)
    length += text.length
    if (last !== undefined && last.length < TEXTS_MAX && length <= LENGTH_MAX) last.push(text)
    else {
      batches.push([text])
      length = text.length
    }
  }
  return batches
}

const TEXTS_MAX = 100
const LENGTH_MAX = 100_000
