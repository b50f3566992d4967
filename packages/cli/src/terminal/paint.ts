/** Colours a word, or leaves it alone. */
export interface Paint {
  green(text: string): string
  red(text: string): string
  dim(text: string): string
}

/** Colours on a terminal; none elsewhere, on a dumb one, or where NO_COLOR is set (no-color.org). */
export function paintFor(out: { readonly isTTY?: boolean }, environment = process.env): Paint {
  const isColoured = out.isTTY === true && !environment.NO_COLOR && environment.TERM !== 'dumb'
  const paint = (code: number) => (text: string) => (isColoured ? `\x1b[${code}m${text}\x1b[0m` : text)
  return { green: paint(32), red: paint(31), dim: paint(2) }
}
