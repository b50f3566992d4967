import { type Axis, scaleOf } from './axis.ts'
import { legend, mark } from './legend.ts'
import { drawing, element, words } from './svg.ts'

/** Several things side by side on one quantity: a row each, a mark a series. */
export interface DotChart {
  readonly title: string
  readonly axis: Axis
  readonly series: readonly string[]
  /** The values of each row in the order of `series`; null where there is none. */
  readonly rows: readonly { readonly name: string; readonly values: readonly (number | null)[] }[]
}

/** The chart as an SVG document; the first series is drawn over the others. Throws RangeError without a value. */
export function dotChart({ title, axis, series, rows }: DotChart): string {
  const values = rows.flatMap((row) => row.values.filter((value) => value !== null))
  if (values.length === 0) throw new RangeError('a chart needs a value')
  const scale = scaleOf(axis, values)
  const names = legend(series, WIDTH, 44)
  const top = 44 + names.height
  const bottom = top + rows.length * ROW
  const x = (value: number) => LEFT + scale.place(value) * (WIDTH - LEFT - RIGHT)
  return drawing({ width: WIDTH, height: bottom + 46 }, title, [
    words(title, { x: 0, y: 16, class: 't', 'font-weight': 600, 'font-size': 14 }),
    ...names.parts,
    ...scale.ticks.flatMap((tick) => [
      element('line', { x1: x(tick), x2: x(tick), y1: top - 6, y2: bottom, class: 'g' }),
      words(scale.write(tick), { x: x(tick), y: bottom + 18, class: 'q', 'text-anchor': 'middle' }),
    ]),
    words(axis.label, { x: WIDTH, y: bottom + 38, class: 'q', 'text-anchor': 'end' }),
    ...rows.flatMap((row, i) => {
      const y = top + (i + 0.5) * ROW
      const marks = row.values.map((value, one) => (value === null ? '' : mark(one, x(value), y)))
      return [
        words(row.name, { x: 0, y: y + 4, class: 't' }),
        ...marks.filter((drawn) => drawn !== '').reverse(),
      ]
    }),
  ])
}

const WIDTH = 720
const ROW = 24
const LEFT = 130
const RIGHT = 24
