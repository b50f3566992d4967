/** A number as it is written in a drawing: at most one decimal, so that the same data gives the same bytes. */
export function short(value: number): string {
  return String(Math.round(value * 10) / 10)
}

/** An element with attributes; numbers are shortened, text is escaped, children are markup. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  ...children: readonly string[]
): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${attributeOf(value)}"`)
  const open = `<${name}${written.join('')}`
  return children.length === 0 ? `${open}/>` : `${open}>${children.join('')}</${name}>`
}

/** A text element. */
export function words(text: string, attributes: Readonly<Record<string, string | number>>): string {
  return element('text', attributes, escaped(text))
}

/** A whole drawing, readable on light and on dark pages, with a title for those who do not see it. */
export function drawing(
  size: { readonly width: number; readonly height: number },
  title: string,
  parts: readonly string[],
): string {
  const frame = {
    xmlns: 'http://www.w3.org/2000/svg',
    viewBox: `0 0 ${short(size.width)} ${short(size.height)}`,
    'font-family': 'system-ui, sans-serif',
    'font-size': 12,
    role: 'img',
    'aria-label': title,
  }
  return `${element('svg', frame, `\n<style>${STYLE}</style>\n`, parts.join('\n'), '\n')}\n`
}

/** The class that colours the n-th series; the first stands out. */
export function seriesClass(index: number): string {
  return `s${index % COLOURS.length}`
}

/** For each series its colour on a light and on a dark page (Okabe and Ito's set, which the colour-blind tell apart). */
const COLOURS = [
  ['#0b62c4', '#6cb2ff'],
  ['#d55e00', '#ff9a4d'],
  ['#00805e', '#3fd0a4'],
  ['#8a5a00', '#e6b84d'],
  ['#a8447f', '#e79ac6'],
  ['#555555', '#bbbbbb'],
] as const

const STYLE = `${coloursOf(0)}.t{fill:#24292f}.q{fill:#57606a}.g{stroke:#d0d7de;stroke-width:1}.p{fill:none;stroke-width:2}
@media(prefers-color-scheme:dark){${coloursOf(1)}.t{fill:#e6edf3}.q{fill:#9aa4b2}.g{stroke:#3a424d}}`

function coloursOf(page: 0 | 1): string {
  return COLOURS.map((pair, i) => `.s${i}{color:${pair[page]}}`).join('')
}

function attributeOf(value: string | number): string {
  return typeof value === 'number' ? short(value) : escaped(value)
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
