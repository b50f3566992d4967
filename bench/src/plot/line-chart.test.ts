import { expect, it } from 'vitest'
import { lineChart } from './line-chart.ts'

const x = { label: 'passages', scale: 'log' as const }
const y = { label: 'milliseconds' }

it('draws every point, joins those of a line, and gives the same bytes for the same data', () => {
  const chart = {
    title: 'Latency',
    x,
    y,
    series: [
      {
        name: 'Cairn',
        points: [
          { x: 10, y: 1 },
          { x: 1_000, y: 3 },
        ],
      },
      { name: 'A & <B>', points: [{ x: 100, y: 2, label: 'one' }], line: false },
    ],
  }
  const svg = lineChart(chart)
  expect(svg.match(/<circle/g)).toHaveLength(3)
  expect(svg.match(/<path[^>]*class="p /g)).toHaveLength(1)
  expect(svg).toContain('A &amp; &lt;B&gt;')
  expect(svg).not.toMatch(/NaN|undefined|Infinity/)
  expect(lineChart(chart)).toBe(svg)
})

it('refuses to draw nothing', () => {
  expect(() => lineChart({ title: '', x, y, series: [] })).toThrow(RangeError)
})
