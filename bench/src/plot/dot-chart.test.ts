import { expect, it } from 'vitest'
import { dotChart } from './dot-chart.ts'

it('draws a row a thing and leaves out what was not measured', () => {
  const svg = dotChart({
    title: 'Quality',
    axis: { label: 'nDCG@10', from: 0, to: 1 },
    series: ['Cairn', 'Other'],
    rows: [
      { name: 'scifact', values: [0.7, null] },
      { name: 'vaswani', values: [0.4, 0.3] },
    ],
  })
  expect(svg.match(/<circle/g)).toHaveLength(3)
  expect(svg.match(/<rect/g)).toHaveLength(2)
})

it('refuses to draw nothing', () => {
  expect(() => dotChart({ title: '', axis: { label: '' }, series: [], rows: [] })).toThrow(RangeError)
})
