/** Characters that show nothing: soft hyphen, zero-width space, word joiner, byte order mark, direction marks. */
const INVISIBLE = /[\u00ad\u200b\u200e\u200f\u2060\ufeff]/gu
const QUOTATION_MARKS = /[“”„‟«»‹›‘’‚‛「」『』〝〞〟❝❞❛❜"]/gu
const DASHES = /[‐‑‒–—―−]/gu

/**
 * A text as quotations are compared: NFKC, without regard to letter case, runs of white space as one space, quotation marks and
 * dashes of one shape each, and without what shows nothing.
 */
export function folded(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(INVISIBLE, '')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll('ς', 'σ')
    .replaceAll(QUOTATION_MARKS, "'")
    .replaceAll(DASHES, '-')
    .replaceAll(/\s+/gu, ' ')
    .trim()
}
