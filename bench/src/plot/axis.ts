/** How values of one kind are laid out: `log` for those that span powers of ten. */
export interface Axis {
  readonly label: string
  readonly scale?: 'linear' | 'log'
  /** The least and the largest value shown; from the data where absent. */
  readonly from?: number
  readonly to?: number
  /** How a value is written beside its tick. */
  readonly format?: (value: number) => string
}

/** An axis over its data: where a value lies (0 at the beginning, 1 at the end), and which values are marked. */
export interface Scale {
  readonly ticks: readonly number[]
  place(value: number): number
  write(value: number): string
}

/** A scale that holds all `values`, with three to eight ticks at round numbers. */
export function scaleOf(axis: Axis, values: readonly number[]): Scale {
  const least = axis.from ?? Math.min(...values)
  const most = axis.to ?? Math.max(...values)
  const ticks = axis.scale === 'log' ? powers(least, most) : steps(least, most)
  const [first, last] = [Math.min(least, ticks[0]!), Math.max(most, ticks.at(-1)!)]
  const along = axis.scale === 'log' ? Math.log10 : (value: number) => value
  const span = along(last) - along(first) || 1
  return {
    ticks,
    place: (value) => (along(value) - along(first)) / span,
    write: axis.format ?? grouped,
  }
}

/** 1, 2 or 5 times a power of ten apart, from at or under the least to at or over the most. */
function steps(least: number, most: number): number[] {
  const rough = (most - least || 1) / 5
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough * 0.999)!
  const first = Math.floor(least / step + 1e-9)
  const last = Math.ceil(most / step - 1e-9)
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)))
}

function powers(least: number, most: number): number[] {
  const first = Math.floor(Math.log10(least) + 1e-9)
  const last = Math.ceil(Math.log10(most) - 1e-9)
  return Array.from({ length: last - first + 1 }, (_, i) => Number((10 ** (first + i)).toPrecision(12)))
}

function grouped(value: number): string {
  const [whole, part] = String(value).split('.')
  const thousands = whole!.replace(/\B(?=(\d{3})+$)/g, ',')
  return part === undefined ? thousands : `${thousands}.${part}`
}
