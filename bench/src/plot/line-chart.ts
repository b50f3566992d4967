import { type Axis, type Scale, scaleOf } from './axis.ts'
import { legend, mark } from './legend.ts'
import { drawing, element, seriesClass, short, words } from './svg.ts'

/** Points of one thing, in the order they are joined; `line: false` leaves them apart. */
export interface Series {
  readonly name: string
  readonly points: readonly { readonly x: number; readonly y: number; readonly label?: string }[]
  readonly line?: boolean
}

/** How one quantity goes with another, a line or a cloud of marks for each series. */
export interface LineChart {
  readonly title: string
  readonly x: Axis
  readonly y: Axis
  readonly series: readonly Series[]
}

/** The chart as an SVG document. Throws RangeError without a point. */
export function lineChart({ title, x, y, series }: LineChart): string {
  const points = series.flatMap((one) => one.points)
  if (points.length === 0) throw new RangeError('a chart needs a point')
  const names = legend(
    series.map(({ name }) => name),
    WIDTH,
    44,
  )
  const plot: Plot = {
    top: 44 + names.height + AXIS_NAME,
    x: scaleOf(
      x,
      points.map((point) => point.x),
    ),
    y: scaleOf(
      y,
      points.map((point) => point.y),
    ),
  }
  const bottom = plot.top + HEIGHT
  return drawing({ width: WIDTH, height: bottom + 46 }, title, [
    words(title, { x: 0, y: 16, class: 't', 'font-weight': 600, 'font-size': 14 }),
    ...names.parts,
    ...rows(plot),
    ...columns(plot),
    words(x.label, { x: WIDTH, y: bottom + 38, class: 'q', 'text-anchor': 'end' }),
    words(y.label, { x: 0, y: plot.top - 10, class: 'q' }),
    ...series.flatMap((one, i) => drawn(plot, one, i)),
  ])
}

/** Room for the name of the upright axis, below the legend. */
const AXIS_NAME = 14
const WIDTH = 720
const HEIGHT = 300
const LEFT = 52
const RIGHT = 32

interface Plot {
  readonly top: number
  readonly x: Scale
  readonly y: Scale
}

function at(plot: Plot, point: { readonly x: number; readonly y: number }): { x: number; y: number } {
  return {
    x: LEFT + plot.x.place(point.x) * (WIDTH - LEFT - RIGHT),
    y: plot.top + (1 - plot.y.place(point.y)) * HEIGHT,
  }
}

function rows(plot: Plot): string[] {
  return plot.y.ticks.flatMap((tick) => {
    const { y } = at(plot, { x: plot.x.ticks[0]!, y: tick })
    return [
      element('line', { x1: LEFT, x2: WIDTH - RIGHT, y1: y, y2: y, class: 'g' }),
      words(plot.y.write(tick), { x: LEFT - 8, y: y + 4, class: 'q', 'text-anchor': 'end' }),
    ]
  })
}

function columns(plot: Plot): string[] {
  const bottom = plot.top + HEIGHT
  return plot.x.ticks.flatMap((tick) => {
    const { x } = at(plot, { x: tick, y: plot.y.ticks[0]! })
    return [
      element('line', { x1: x, x2: x, y1: bottom, y2: bottom + 5, class: 'g' }),
      words(plot.x.write(tick), { x, y: bottom + 20, class: 'q', 'text-anchor': 'middle' }),
    ]
  })
}

function drawn(plot: Plot, { points, line = true }: Series, index: number): string[] {
  const places = points.map((point) => at(plot, point))
  const path = places.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${short(x)} ${short(y)}`).join('')
  const stroke = { d: path, class: `p ${seriesClass(index)}`, stroke: 'currentColor' }
  return [
    ...(line && places.length > 1 ? [element('path', stroke)] : []),
    ...places.map(({ x, y }) => mark(index, x, y)),
    ...points.flatMap(({ label }, i) =>
      label === undefined
        ? []
        : [words(label, { x: places[i]!.x + 8, y: places[i]!.y + 14, class: 'q', 'font-size': 11 })],
    ),
  ]
}
