import { element, seriesClass, words } from './svg.ts'

/** The marks of series, by their number: told apart by shape as well as by colour. */
export function mark(index: number, x: number, y: number, size = 4): string {
  const style = { class: seriesClass(index), fill: 'currentColor' }
  switch (index % 4) {
    case 0:
      return element('circle', { ...style, cx: x, cy: y, r: size + 0.5 })
    case 1:
      return element('rect', { ...style, x: x - size, y: y - size, width: 2 * size, height: 2 * size })
    case 2:
      return element('path', {
        ...style,
        d: `M${x} ${y - size - 1}l${size + 1} ${2 * size}h${-2 * size - 2}z`,
      })
    default:
      return element('path', {
        ...style,
        d: `M${x} ${y - size - 1}l${size + 1} ${size + 1}l${-size - 1} ${size + 1}l${-size - 1} ${-size - 1}z`,
      })
  }
}

/** The names of series with their marks, in rows that fit `width`; gives what it drew and its height. */
export function legend(
  names: readonly string[],
  width: number,
  top: number,
): { parts: string[]; height: number } {
  const parts: string[] = []
  let x = 0
  let y = top
  for (const [i, name] of names.entries()) {
    const needed = 24 + name.length * CHARACTER_WIDTH
    if (x > 0 && x + needed > width) [x, y] = [0, y + ROW]
    parts.push(mark(i, x + 10, y - 4), words(name, { x: x + 20, y, class: 't' }))
    x += needed + 10
  }
  return { parts, height: y - top + ROW }
}

const ROW = 18
const CHARACTER_WIDTH = 6.6
